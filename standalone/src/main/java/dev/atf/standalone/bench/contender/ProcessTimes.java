package dev.atf.standalone.bench.contender;

import java.time.Duration;
import java.util.stream.Stream;

/** The CPU that processes have used. */
public final class ProcessTimes {
  private ProcessTimes() {}

  /** This process and whatever it has started that lives, and they in turn. */
  public static Duration ofThisAndBelow() {
    var self = ProcessHandle.current();
    return of(Stream.concat(Stream.of(self), self.descendants()));
  }

  /** As the operating system counts it, in steps of its own clock; of the dead nothing. */
  public static Duration of(Stream<ProcessHandle> processes) {
    return processes
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
