package dev.atf.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.Atf;
import dev.atf.cli.SharedCluster;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Ordering keys from the command line to the processes that run their tasks. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class KeysCommandTest {
  private static ApiConnection connection;
  private static Lambda command;
  private static Atf atf;

  @BeforeAll
  static void start(LocalCluster cluster) {
    connection = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL);
    var get = GetLambdaRequest.newBuilder().setLambda("command").build();
    command =
        connection.lambdas().getLambda(get).toBuilder()
            .clearLive()
            .clearGates()
            .clearUpdatedAt()
            .build();
    register(command.toBuilder().setOnFatal(Lambda.OnFatal.HOLD).build());
    atf = new Atf(cluster.frontendUri());
  }

  @AfterAll
  static void restoreCommand() {
    register(command);
    connection.close();
  }

  @Test
  void tasksOfAKeyRunOneAfterTheOther(@TempDir Path directory) throws Exception {
    var log = directory.resolve("log");
    var tasks = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      var line = "echo begin %d >> %s; sleep 0.1; echo end %d >> %s".formatted(i, log, i, log);
      tasks.add(schedule("in-turn", line));
    }

    tasks.forEach(task -> assertThat(atf.run("get", task, "--wait").out()).contains("SUCCESS"));

    var expected = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      expected.addAll(List.of("begin " + i, "end " + i));
    }
    assertThat(Files.readAllLines(log)).isEqualTo(expected);
  }

  @Test
  @Tag("O4")
  void aHeldKeyIsSeenSkippedAndRetried(@TempDir Path directory) {
    var flag = directory.resolve("flag");
    var first = schedule("stuck", "test -f " + flag);
    var second = schedule("stuck", "exit 1");
    var third = schedule("stuck", "true");
    assertThat(atf.run("get", first, "--wait").exitCode()).isEqualTo(1);
    awaitHeld("stuck");

    assertThat(atf.run("explain", third).out()).contains("KEY_HELD");
    assertThat(atf.run("keys", "list", "command", "--held").out()).contains("stuck", first);
    flag.toFile().mkdirs();
    assertThat(atf.run("keys", "retry", "command", "stuck", "--json").exitCode()).isZero();
    // "test -f" refuses a directory.
    assertThat(atf.run("get", second).out()).contains("NEW");
    awaitHeld("stuck");
    var skipped = atf.run("keys", "skip", "command", "stuck", "--task", first, "--json");
    assertThat(skipped.exitCode()).as(skipped.err()).isZero();
    assertThat(atf.run("get", second, "--wait").exitCode()).isEqualTo(1);
    awaitHeld("stuck");
    assertThat(atf.run("keys", "skip", "command", "stuck").exitCode()).isZero();

    assertThat(atf.run("get", third, "--wait").out()).contains("SUCCESS");
    assertThat(atf.run("keys", "get", "command", "stuck").out()).contains("stuck");
  }

  private static void register(Lambda lambda) {
    var unused = connection.lambdas().registerLambda(lambda);
  }

  private static void awaitHeld(String key) {
    var patience = Instant.now().plusSeconds(60);
    while (!atf.run("keys", "get", "command", key).out().contains("HELD")) {
      assertThat(Instant.now()).isBefore(patience);
    }
  }

  private static String schedule(String key, String script) {
    var payload = "{\"argv\":[\"sh\",\"-c\",\"%s\"],\"fatalExitCodes\":[1]}".formatted(script);
    var ran = atf.run("schedule", "command", "--ordering-key", key, "--payload", payload, "--json");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return ran.json().path("taskId").asText();
  }
}
