package dev.atf.standalone.bench.workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A task system that is up and whose handlers do as {@link JobHandler} does. Started for one
 * workload and closed after it; every thread may call.
 */
public interface Contender extends AutoCloseable {
  /** What a lambda is to ATF: a named kind of task with a handler. All are there from the start. */
  List<String> KINDS = List.of("bench-1", "bench-2", "bench-3");

  /**
   * The largest batch that a workload asks for: the slowest engine takes one within a call's time.
   */
  int BATCH_MAX = 200;

  /** Schedules by one call. Durable, against the loss of power too, when it returns. */
  void schedule(Job job);

  /**
   * Schedules by one call, or as few as the system has for it. All are durable when it returns.
   *
   * @param jobs of one kind, at most {@link #BATCH_MAX}
   */
  void scheduleBatch(List<Job> jobs);

  /** Whether an urgent job that is due overtakes others that are. */
  boolean hasPriorities();

  /** How long before its time a job may begin at most, where a system looks ahead. */
  default Duration startsEarlyMax() {
    return Duration.ZERO;
  }

  /** What every process of it has used so far, this one with its clients included. */
  Duration cpu();

  /** Ends every process that it started. */
  @Override
  void close();

  /** Starts contenders of one sort. */
  interface Starter {
    /** For people, and in reports: {@code atf embedded}. */
    String name();

    /** Returns when it takes jobs and runs them. */
    Contender start(Setup setup);
  }

  /**
   * What a workload asks of every contender alike.
   *
   * @param directory for data; removed by the caller
   * @param starts where handlers keep their {@link StartLog}
   * @param threads that run handlers, of all kinds and processes together
   */
  record Setup(Path directory, Path starts, int threads) {}
}
