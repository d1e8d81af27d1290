package dev.atf.e2e.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.AtfMain;
import dev.atf.embedded.Settings;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code atf up} as a process of its own. */
public final class UpProcess {
  /** Settings by which lost references and dead executors are detected earlier than by default. */
  private static final Map<String, String> SETTINGS =
      new Settings()
          .with("ATF_ENQUEUE_TIMEOUT", MeasuredPace.get().scaled(Duration.ofSeconds(4)))
          .withLease(TestCluster.LEASE)
          .variables();

  private UpProcess() {}

  /**
   * Returns at once.
   *
   * @param directory directory of its data and its output
   * @param port of its API; the others are free ones
   * @param more arguments
   */
  public static JavaProcess start(Path directory, String engine, int port, String... more) {
    return start(directory, SETTINGS, engine, port, more);
  }

  /** Starts it with these settings alone. */
  public static JavaProcess start(
      Path directory, Map<String, String> settings, String engine, int port, String... more) {
    var arguments =
        new ArrayList<>(List.of("up", "--engine", engine, "--port", Integer.toString(port)));
    arguments.addAll(List.of("--hsc-port", "0", "--controller-port", "0", "--sqs-port", "0"));
    arguments.addAll(List.of("--data", directory.resolve("data").toString()));
    arguments.addAll(List.of(more));
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return JavaProcess.start(
        "up", directory, settings, AtfMain.class.getName(), arguments.toArray(String[]::new));
  }

  /** Returns it when its API answers. */
  public static JavaProcess awaitReady(JavaProcess up) {
    ProgressWait.observing("atf up is ready", up::output)
        .until(
            () -> {
              assertThat(up.isAlive()).as(up.output()).isTrue();
              return up.output().contains("atf: ready at");
            });
    return up;
  }
}
