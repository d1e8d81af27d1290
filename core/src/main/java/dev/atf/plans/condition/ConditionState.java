package dev.atf.plans.condition;

import dev.atf.model.TaskRef;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Content of a condition's row.
 *
 * @param since time at which it entered its phase, in whole milliseconds
 * @param closedAt time at which it was last closed
 * @param testers number of the current tester, from 1; together with {@code closedAt} it identifies
 *     the tester
 * @param failures number of consecutive testers without success and releases that did not last
 * @param trial task that a half-open condition has released, with the epoch of the release
 * @param released number of tasks that the ramp has released since the condition cleared
 * @param holdsLambda whether other tasks of the lambda also wait, before they are claimed
 * @param reason reason from the attempt that closed it
 * @param by person or event that released it; empty if tests did
 */
@RecordBuilder
public record ConditionState(
    ConditionPhase phase,
    Instant since,
    Tester tester,
    Instant closedAt,
    int testers,
    int failures,
    Optional<TaskRef> trial,
    long released,
    boolean holdsLambda,
    String reason,
    String by)
    implements ConditionStateBuilder.With {
  private static final Duration DELAY_FIRST = Duration.ofSeconds(1);
  private static final Duration DELAY_MAX = Duration.ofMinutes(5);
  private static final int DOUBLINGS_MAX = 9;

  public ConditionState {
    since = since.truncatedTo(ChronoUnit.MILLIS);
    closedAt = closedAt.truncatedTo(ChronoUnit.MILLIS);
  }

  static ConditionState closed(
      Tester tester, int testers, int failures, boolean holdsLambda, String reason, Instant now) {
    return new ConditionState(
        ConditionPhase.CLOSED,
        now,
        tester,
        now,
        testers,
        failures,
        Optional.empty(),
        0,
        holdsLambda,
        reason,
        "");
  }

  /** Returns the state in which one trial task shows whether the others can run. */
  ConditionState tryingWith(TaskRef task, Instant now) {
    return with().phase(ConditionPhase.HALF_OPEN).since(now).trial(Optional.of(task)).build();
  }

  /**
   * Returns the state of a condition that has just cleared.
   *
   * @param by person or event that clears the condition; empty if tests have passed
   */
  ConditionState cleared(String by, Instant now) {
    return with()
        .phase(ConditionPhase.CLEAR)
        .since(now)
        .trial(Optional.empty())
        .released(0)
        .by(by)
        .build();
  }

  /** Returns the state with a new tester after an unsuccessful one. */
  ConditionState retested() {
    return with().testers(testers + 1).failures(failures + 1).build();
  }

  /**
   * Returns the time at which the next tester is created. The first one is created immediately, and
   * the delay grows with each failure.
   */
  Instant testAt(Instant now) {
    if (failures == 0) {
      return now;
    }
    var delay = DELAY_FIRST.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_MAX));
    return now.plus(delay.compareTo(DELAY_MAX) < 0 ? delay : DELAY_MAX);
  }

  /** Returns whether this reference is that of the trial task of a half-open condition. */
  boolean isTrial(TaskRef ref) {
    return phase == ConditionPhase.HALF_OPEN
        && trial
            .filter(it -> it.taskId().equals(ref.taskId()) && it.epoch() <= ref.epoch())
            .isPresent();
  }
}
