package dev.atf.e2e.support;

import java.time.Duration;
import java.util.stream.Stream;

/** Sign that a process without output is at work. */
public final class ProcessActivity {
  private ProcessActivity() {}

  /**
   * Returns the processor time of the process and its descendants, in whole seconds: a waiting
   * process uses less than one in a {@link dev.atf.testtime.TestTimeouts#STALL}.
   */
  public static long of(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants())
        .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus)
        .toSeconds();
  }
}
