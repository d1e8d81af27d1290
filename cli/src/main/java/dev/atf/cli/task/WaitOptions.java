package dev.atf.cli.task;

import java.time.Duration;
import picocli.CommandLine.Option;

/** {@code --wait}: waits until something has ended. */
public final class WaitOptions {
  @Option(
      names = "--wait",
      description = "Wait until the task has ended; the exit code is 1 unless it succeeded.")
  private boolean wait;

  @Option(
      names = "--wait-timeout",
      paramLabel = "D",
      defaultValue = "10m",
      description = "Maximum duration of --wait (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  public boolean asked() {
    return wait;
  }

  public Duration timeout() {
    return timeout;
  }
}
