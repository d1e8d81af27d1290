package dev.atf.lab.bench.contender;

import java.time.Duration;
import java.util.stream.Stream;

/** CPU time that processes have used. */
public final class ProcessTimes {
  private ProcessTimes() {}

  /** Returns the CPU time of this process and of all its living descendants. */
  public static Duration ofThisAndBelow() {
    var self = ProcessHandle.current();
    return of(Stream.concat(Stream.of(self), self.descendants()));
  }

  /**
   * Returns the CPU time as the operating system counts it, in its clock ticks; dead processes
   * count as none.
   */
  public static Duration of(Stream<ProcessHandle> processes) {
    return processes
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
