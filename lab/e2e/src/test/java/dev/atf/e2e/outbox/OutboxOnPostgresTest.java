package dev.atf.e2e.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.client.TaskSpec;
import dev.atf.e2e.outbox.ShopDatabase.Order;
import dev.atf.lab.postgres.PostgresServer;
import dev.atf.outbox.Outbox;
import dev.atf.outbox.OutboxListener;
import dev.atf.outbox.OutboxRelay;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testkit.AtfExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests the statements of the outbox on PostgreSQL; other tests use H2. */
@Tag("system")
final class OutboxOnPostgresTest {
  @RegisterExtension final AtfExtension atf = AtfExtension.withLambdas(ShopDatabase.LAMBDA);

  @TempDir private Path directory;
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final List<Long> waiting = new CopyOnWriteArrayList<>();

  private final OutboxListener listener =
      new OutboxListener() {
        @Override
        public void refused(String lambda, String failure) {
          refused.add(lambda);
        }

        @Override
        public void waiting(long rows, long refused, Duration oldest) {
          waiting.add(rows);
        }
      };

  @Test
  @Tag("OB1")
  @Tag("OB3")
  void committedRowsAreScheduledAndARefusedOneStopsItsKey() throws Exception {
    var programs = ShopDatabase.installedOrSkip();
    try (var server = PostgresServer.start(programs, directory.resolve("place"))) {
      var database = ShopDatabase.of(server);
      database.createTables();
      try (var connection = database.source().getConnection()) {
        connection.setAutoCommit(false);
        var absent = TaskSpec.of("absent").orderingKey("account-1");
        assertThat(new Outbox().add(connection, absent)).hasSize(32);
        database.place(connection, new Order(1, 1));
        database.place(connection, new Order(2, 2));
        database.place(connection, new Order(3, ShopDatabase.UNORDERED));
        connection.commit();
        database.place(connection, new Order(4, 2));
        connection.rollback();
      }

      try (var relay =
          OutboxRelay.builder(database.source(), atf.client())
              .pollInterval(Duration.ofMillis(20))
              .listener(listener)
              .start()) {
        await("the others").until(() -> database.unfinished(ShopProcess.APPLICATION) == 2);
        assertThat(refused).containsExactly("absent");
        assertThat(atf.tasks(ShopDatabase.LAMBDA)).hasSize(2);

        assertThat(atf.client().registerLambda(Lambda.newBuilder().setName("absent").build()))
            .isNotNull();
        relay.wake();
        await("an empty outbox").until(() -> database.unfinished(ShopProcess.APPLICATION) == 0);
      }

      assertThat(atf.tasks("absent")).hasSize(1);
      assertThat(atf.tasks(ShopDatabase.LAMBDA)).hasSize(3);
      assertThat(waiting).first().isEqualTo(4L);
    }
  }
}
