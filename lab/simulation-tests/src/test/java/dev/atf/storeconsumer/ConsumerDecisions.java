package dev.atf.storeconsumer;

import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.model.task.WallTime;
import dev.atf.storeconsumer.alarm.AlarmDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Transitions that a store consumer writes for a task that it has just read. */
public final class ConsumerDecisions {
  private static final RandomGenerator LEAST = () -> 0;

  private final AlarmTimes times;
  private final LambdaDefinition lambda;

  /**
   * @param soon delay after a refused push
   */
  public ConsumerDecisions(LambdaDefinition lambda, Duration enqueueTimeout, Duration soon) {
    this.times = new AlarmTimes(enqueueTimeout, 1, Duration.ZERO, soon, soon);
    this.lambda = lambda;
  }

  public Instant afterRelease(Instant now) {
    return times.afterRelease(now, LEAST);
  }

  public Instant afterRefusal(Instant now) {
    return times.afterRefusal(now, 1, LEAST);
  }

  /**
   * Returns the answer to the alarm; empty if it needs none.
   *
   * @param mayPush of a blocked task: whether its condition lets it wait on
   */
  public Optional<Transition> alarm(Association task, Gates gates, boolean mayPush, Instant now) {
    var facts =
        new AlarmDecision.Facts(
            lambda, gates, times, true, true, mayPush, new WallTime(now, false), List.of());
    var decision =
        task.status() == TaskStatus.BLOCKED
            ? AlarmDecision.ofBlocked(task, facts, waiting -> mayPush)
            : AlarmDecision.of(task, facts, LEAST);
    return decision instanceof AlarmDecision.Written written
        ? Optional.of(written.transition())
        : Optional.empty();
  }
}
