package dev.atf.lab.bench.workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A running task system whose handlers behave like {@link JobHandler}. Started for one workload and
 * closed after it; thread-safe.
 */
public interface Contender extends AutoCloseable {
  /**
   * Names of the kinds of tasks, each with a handler, as lambdas are in ATF. All exist from the
   * start.
   */
  List<String> KINDS = List.of("bench-1", "bench-2", "bench-3");

  /**
   * Maximal size of a workload's batch: the slowest engine handles one within a call's time-out.
   */
  int BATCH_MAX = 200;

  /** Schedules by one call. The job is durable, also against power loss, when it returns. */
  void schedule(Job job);

  /**
   * Schedules by one call, or as few as the system has for it. All are durable when it returns.
   *
   * @param jobs of one kind, at most {@link #BATCH_MAX}
   */
  void scheduleBatch(List<Job> jobs);

  /** Returns whether a due urgent job overtakes other due jobs. */
  boolean hasPriorities();

  /** Returns how long before its due time a job may begin at most, if the system looks ahead. */
  default Duration startsEarlyMax() {
    return Duration.ZERO;
  }

  /**
   * Returns the CPU time of all its processes so far, including this one with its clients: by
   * default of this process and of all its living descendants.
   */
  default Duration cpu() {
    var self = ProcessHandle.current();
    return cpuOf(Stream.concat(Stream.of(self), self.descendants()));
  }

  /**
   * Returns the CPU time as the operating system counts it, in its clock ticks; dead processes
   * count as none.
   */
  static Duration cpuOf(Stream<ProcessHandle> processes) {
    return processes
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Ends every process that it started. */
  @Override
  void close();

  /** Starts contenders of one sort. */
  interface Starter {
    /** Returns the name for people and reports: {@code atf embedded}. */
    String name();

    /** Returns when it takes jobs and runs them. */
    Contender start(Setup setup);
  }

  /**
   * Setup that every contender gets from a workload.
   *
   * @param directory for data; removed by the caller
   * @param executions directory of the handlers' {@link dev.atf.lab.execution.ExecutionLog}
   * @param threads that run handlers, of all kinds and processes together
   */
  record Setup(Path directory, Path executions, int threads) {}
}
