package dev.atf.e2e.outbox;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskQuery;
import dev.atf.client.TaskSnapshot;
import dev.atf.e2e.outbox.ShopDatabase.Order;
import dev.atf.e2e.support.ManyProcesses;
import dev.atf.e2e.support.UpProcess;
import dev.atf.lab.postgres.PostgresServer;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.ProgressWait;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every committed order has one task, and no other has one, while the shop, one of two
 * relays, or the database is killed with SIGKILL, at random.
 */
@Tag("system")
@ManyProcesses
@EnabledOnOs(OS.LINUX)
final class OutboxUnderKillsTest {
  private static final int RELAYS = 2;

  /** Orders that are delivered between two kills. */
  private static final int BETWEEN_KILLS = 10;

  @TempDir private Path directory;

  private final int port = FreePort.find();
  private final Random random = new Random(11);

  @Test
  @Tag("OB1")
  @Tag("OB2")
  void everyCommittedOrderHasOneTaskInItsOrder() throws Exception {
    kill(20);
  }

  @Test
  @Tag("nightly")
  void everyCommittedOrderHasOneTaskInTwoHundredKills() throws Exception {
    kill(200);
  }

  private void kill(int kills) throws Exception {
    var programs = ShopDatabase.installedOrSkip();
    try (var server = PostgresServer.start(programs, directory.resolve("place"));
        var up = UpProcess.awaitReady(UpProcess.start(directory.resolve("up"), "embedded", port));
        var atf = AtfClient.builder(frontend()).build()) {
      assertThat(atf.registerLambda(Lambda.newBuilder().setName(ShopDatabase.LAMBDA).build()))
          .isNotNull();
      var database = ShopDatabase.of(server);
      database.createTables();

      sell(server, database, kills);

      assertThat(up.isAlive()).as(up.output()).isTrue();
      assertOneTaskForEach(database.orders(), tasks(atf));
    }
  }

  /** Sells until everything was killed so often, and all orders are delivered. */
  private void sell(PostgresServer server, ShopDatabase database, int kills) {
    var processes = new ArrayList<>(List.of(shop(server)));
    try {
      for (int i = 0; i < RELAYS; i++) {
        processes.add(relay(server));
      }
      for (int killed = 0; killed < kills; killed++) {
        awaitMore(database);
        int victim = random.nextInt(processes.size() + 1);
        if (victim == processes.size()) {
          server.killAndRestart();
        } else {
          processes.get(victim).kill9();
          processes.set(victim, victim == 0 ? shop(server) : relay(server));
        }
      }
      awaitMore(database);
      processes.get(0).kill9();
      ProgressWait.observing("an empty outbox", database::delivered)
          .until(() -> database.unfinished(ShopProcess.APPLICATION) == 0);
    } finally {
      processes.forEach(JavaProcess::close);
    }
  }

  private static void awaitMore(ShopDatabase database) {
    long enough = database.delivered() + BETWEEN_KILLS;
    ProgressWait.observing(enough + " orders are delivered", database::delivered)
        .until(() -> database.delivered() >= enough);
  }

  private JavaProcess shop(PostgresServer server) {
    return start("shop", server, ShopProcess.class);
  }

  private JavaProcess relay(PostgresServer server) {
    return start("relay", server, RelayProcess.class, frontend());
  }

  private JavaProcess start(String name, PostgresServer server, Class<?> main, String... args) {
    return JavaProcess.start(
        name, directory, ShopDatabase.environment(server), main.getName(), args);
  }

  private String frontend() {
    return "http://127.0.0.1:" + port;
  }

  private static List<TaskSnapshot> tasks(AtfClient atf) {
    var query = TaskQuery.of(ShopDatabase.LAMBDA).pageSize(1_000);
    for (var label : ShopDatabase.LABELS.entrySet()) {
      query = query.label(label.getKey(), label.getValue());
    }
    return atf.list(query).stream().map(task -> atf.get(task.taskId())).toList();
  }

  private static void assertOneTaskForEach(List<Order> orders, List<TaskSnapshot> tasks) {
    System.out.printf("orders=%d tasks=%d%n", orders.size(), tasks.size());
    assertThat(tasks.stream().map(task -> task.payloadAs(Order.class)).toList())
        .containsExactlyInAnyOrderElementsOf(orders);
    var created =
        tasks.stream()
            .collect(
                toMap(
                    task -> task.payloadAs(Order.class).number(),
                    task -> ProtoTimes.java(task.task().getCreatedAt())));
    for (int i = 0; i < ShopDatabase.UNORDERED; i++) {
      int account = i;
      assertThat(
              orders.stream()
                  .filter(order -> order.account() == account)
                  .map(order -> created.get(order.number()))
                  .toList())
          .as("tasks of account %d", account)
          .isNotEmpty()
          .isSorted();
    }
  }
}
