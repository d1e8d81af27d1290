package dev.atf.e2e.support;

import java.time.Duration;
import java.util.stream.Stream;

/** Sign that a process whose output says nothing is at work. */
public final class ProcessActivity {
  private ProcessActivity() {}

  /**
   * Returns the processor time that it and what it has started have used, in whole seconds: a
   * process that waits for something uses less than one in a {@link
   * dev.atf.testtime.TestTimeouts#STALL}.
   */
  public static long of(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants())
        .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus)
        .toSeconds();
  }
}
