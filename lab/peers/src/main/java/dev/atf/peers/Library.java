package dev.atf.peers;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import java.time.Duration;
import java.util.List;

/** A task library with its workers running, in this process and on one database. */
interface Library extends AutoCloseable {
  /** Implements {@link Contender#schedule}. */
  void schedule(Job job);

  /** Implements {@link Contender#scheduleBatch}. */
  void scheduleBatch(List<Job> jobs);

  /** Implements {@link Contender#hasPriorities}. */
  boolean hasPriorities();

  /** Implements {@link Contender#startsEarlyMax}. */
  default Duration startsEarlyMax() {
    return Duration.ZERO;
  }

  /** Stops its workers; the database is closed after it. */
  @Override
  void close();

  /** Creates a library's tables and starts it. */
  interface Opener {
    Library open(Database database, JobHandler handler, int threads);
  }
}
