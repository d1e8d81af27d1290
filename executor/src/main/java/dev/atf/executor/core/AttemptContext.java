package dev.atf.executor.core;

import dev.atf.executor.LeaseLostException;
import dev.atf.executor.TaskCancelledException;
import dev.atf.executor.TaskContext;
import dev.atf.protocol.ProtoTimes;
import dev.atf.runtime.MonotonicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** What a handler sees of its attempt. */
final class AttemptContext implements TaskContext {
  private final RunningAttempt attempt;
  private final MonotonicClock clock;

  AttemptContext(RunningAttempt attempt, MonotonicClock clock) {
    this.attempt = attempt;
    this.clock = clock;
  }

  @Override
  public String taskId() {
    return attempt.work().getTaskId();
  }

  @Override
  public String lambda() {
    return attempt.work().getLambda();
  }

  @Override
  public String priority() {
    return attempt.work().getPriority();
  }

  @Override
  public String collection() {
    return attempt.work().getCollection();
  }

  @Override
  public int attempt() {
    return attempt.work().getAttempt();
  }

  @Override
  public long fencingToken() {
    return attempt.work().getEpoch();
  }

  @Override
  public Instant scheduledAt() {
    return ProtoTimes.java(attempt.work().getScheduledAt());
  }

  @Override
  public Map<String, String> labels() {
    return attempt.work().getLabelsMap();
  }

  @Override
  public Duration leaseRemaining() {
    return Duration.ofNanos(attempt.deadline() - clock.nanos());
  }

  @Override
  public boolean isCancelled() {
    return attempt.isToldToStop();
  }

  @Override
  public void throwIfCancelled() {
    if (attempt.isToldToStop()) {
      throw new TaskCancelledException(taskId());
    }
  }

  @Override
  public void ensureOwned() {
    if (attempt.isLost() || attempt.deadline() - clock.nanos() <= 0) {
      throw new LeaseLostException(taskId());
    }
  }
}
