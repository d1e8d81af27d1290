package dev.atf.cli.task;

import java.time.Duration;
import picocli.CommandLine.Option;

/** {@code --wait}: waits until something has ended. */
public final class WaitOptions {
  @Option(names = "--wait", description = "Wait until it has ended; exit 1 unless it succeeded.")
  private boolean wait;

  @Option(
      names = "--wait-timeout",
      paramLabel = "D",
      defaultValue = "10m",
      description = "With --wait (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  public boolean asked() {
    return wait;
  }

  public Duration timeout() {
    return timeout;
  }
}
