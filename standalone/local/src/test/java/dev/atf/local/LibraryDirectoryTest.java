package dev.atf.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSpec;
import dev.atf.embedded.Atf;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.config.ConfigException;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library and a machine of its own on the same directory, one after the other. */
@Tag("system")
final class LibraryDirectoryTest {
  /** Larger than a port takes: see {@code server.requestBytesMax}. */
  private static final int TOO_LARGE = 20 * 1024 * 1024;

  @TempDir private Path data;

  private LocalCluster machine() {
    return LocalCluster.start(
        LocalClusterOptions.builder()
            .data(data)
            .executors(Map.of())
            .pollInterval(Duration.ofMillis(200))
            .build());
  }

  @Test
  void tasksGoFromTheLibraryToAMachineAndBack() throws Exception {
    String first;
    String second;
    try (var atf = Atf.open(data)) {
      atf.client().registerLambda(Lambda.newBuilder().setName("greet").build());
      first = atf.client().schedule(TaskSpec.of("greet", "Ada")).taskId();
    }
    try (var machine = machine();
        var client = AtfClient.builder(machine.frontendUri()).build()) {
      assertThat(client.get(first).payloadAs(String.class)).isEqualTo("Ada");
      second = client.schedule(TaskSpec.of("greet", "Bob")).taskId();

      assertThatThrownBy(() -> Atf.open(data))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(data + " is in use");
    }

    try (var atf =
        Atf.at(data)
            .handle("greet", String.class, (name, context) -> Outcome.success("Hello, " + name))
            .open()) {
      for (var task : List.of(first, second)) {
        assertThat(atf.client().await(task, TestTimeouts.STALL).isSuccess()).isTrue();
      }
    }
  }

  @Test
  void refusalsHaveTheSameWordsAsOverTheNetwork() {
    List<AtfException> direct;
    List<AtfException> remote;
    try (var atf = Atf.open(data)) {
      atf.client().registerLambda(Lambda.newBuilder().setName("greet").build());
      direct = refusals(atf.client());
    }
    try (var machine = machine();
        var client = AtfClient.builder(machine.frontendUri()).build()) {
      remote = refusals(client);
    }

    assertThat(direct).hasSameSizeAs(remote).isNotEmpty();
    for (int i = 0; i < direct.size(); i++) {
      assertThat(direct.get(i).code()).isEqualTo(remote.get(i).code());
      assertThat(direct.get(i).reason()).isPresent().isEqualTo(remote.get(i).reason());
      assertThat(direct.get(i)).hasMessage(remote.get(i).getMessage());
      assertThat(direct.get(i).violations()).isEqualTo(remote.get(i).violations());
    }
  }

  private static List<AtfException> refusals(AtfClient client) {
    return List.of(
        refusal(() -> client.schedule(TaskSpec.of("nobody", 1))),
        refusal(() -> client.schedule(TaskSpec.of("No Name", 1))),
        refusal(
            () ->
                client.schedule(
                    TaskSpec.of("greet", 1)
                        .priority("urgent")
                        .labels(Map.of("", "empty"))
                        .delay(Duration.ofDays(900)))),
        refusal(() -> client.schedule(TaskSpec.ofBytes("greet", new byte[300 * 1024], "a/b"))),
        refusal(() -> client.schedule(TaskSpec.ofBytes("greet", new byte[TOO_LARGE], "a/b"))),
        refusal(() -> client.get("0123")),
        refusal(() -> client.getLambda("nobody")),
        refusal(
            () ->
                client.registerLambda(
                    Lambda.newBuilder()
                        .setName("greet")
                        .setRetry(Lambda.Retry.newBuilder().setMaxAttempts(-1))
                        .build())));
  }

  private static AtfException refusal(ThrowingCallable call) {
    return catchThrowableOfType(AtfException.class, call);
  }
}
