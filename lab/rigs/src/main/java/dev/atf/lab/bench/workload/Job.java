package dev.atf.lab.bench.workload;

import dev.atf.lab.execution.Execution;
import dev.atf.lab.execution.Executions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One task of a workload.
 *
 * @param number unique over a contender's life
 * @param kind of {@link Contender#KINDS}
 * @param urgent overtakes those that are not, if the system has priorities
 * @param takes time that its handler waits; whole microseconds
 * @param dueAt whole milliseconds; due at once if not in the future
 */
public record Job(long number, String kind, boolean urgent, Duration takes, Instant dueAt) {

  /** Size of every payload. */
  public static final int PAYLOAD_BYTES = 256;

  /** Input of the handler, as the payload encodes it. */
  public record Input(long number, Duration takes) {
    /** Reads a payload made by {@link Job#payload}. */
    public static Input of(byte[] payload) {
      var read = ByteBuffer.wrap(payload);
      return new Input(read.getLong(), Duration.ofNanos(read.getLong() * 1_000));
    }

    /** Returns the name of the job's task in the log of executions. */
    public String task() {
      return Long.toString(number);
    }
  }

  /** Returns the handler's {@link Input}, and noise that fills it up. */
  public byte[] payload() {
    var payload = ByteBuffer.allocate(PAYLOAD_BYTES);
    payload.putLong(number).putLong(takes.toNanos() / 1_000);
    for (long noise = number; payload.hasRemaining(); ) {
      // Knuth's generator: noise that no store can compress.
      noise = noise * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      payload.putLong(noise);
    }
    return payload.array();
  }

  /** Returns the first execution of this job, if it has begun. */
  public Optional<Execution> firstIn(Executions executions) {
    return executions.firstOf(Long.toString(number));
  }

  /**
   * Returns the time in milliseconds from an instant of each job to its first beginning; all have
   * begun.
   */
  public static List<Double> millisUntilBegun(
      Collection<Job> jobs, Function<Job, Instant> since, Executions executions) {
    return jobs.stream()
        .map(job -> job.firstIn(executions).orElseThrow().millisAfter(since.apply(job)))
        .toList();
  }
}
