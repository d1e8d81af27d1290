package dev.atf.plans.condition;

import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.rate.Ramp;
import dev.atf.model.task.Association;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Next step of a supervisor with a condition, decided from its row and the tasks on which it
 * depends.
 */
public sealed interface ConditionDecision {
  /**
   * Time for which the trial task must run without being blocked again, to show that other tasks
   * can run.
   */
  Duration TRIAL = Duration.ofSeconds(10);

  /**
   * Time within which the trial task must start. The supervisor does not wait longer, because the
   * ramp also protects the resource.
   */
  Duration TRIAL_START = Duration.ofSeconds(30);

  /** A tester or a trial is in progress, or the ramp allows no task now. */
  record Leave() implements ConditionDecision {}

  /** Creates the current tester if it does not exist yet. */
  record Test() implements ConditionDecision {}

  /**
   * The test has passed: read the waiting tasks and call {@link #passed}. For a clear condition,
   * read {@code count} tasks and call {@link #release}.
   */
  record Read(int count) implements ConditionDecision {}

  /**
   * Releases the trial again, because the writer of this row may have died before it released the
   * trial.
   */
  record Repeat(Association trial) implements ConditionDecision {}

  /**
   * Puts the row, and then releases tasks if this call has put it.
   *
   * @param released tasks that are blocked on the condition
   */
  record Put(ConditionRow row, List<Association> released) implements ConditionDecision {
    public Put {
      released = List.copyOf(released);
    }

    Put(ConditionRow row) {
      this(row, List.of());
    }
  }

  /**
   * Decides the next step of the supervisor.
   *
   * @param task the tester of a closed condition, the trial of a half-open one; empty if there is
   *     none
   * @param countMax maximum number of tasks that are released together
   */
  static ConditionDecision of(
      ConditionRow row, Optional<Association> task, Ramp ramp, int countMax, Instant now) {
    var state = row.state();
    return switch (state.phase()) {
      case CLOSED -> task.isEmpty() ? new Test() : tested(row, task.get(), now);
      case HALF_OPEN -> tried(row, task, now);
      case CLEAR -> {
        long allowed = ramp.total(Duration.between(state.since(), now)) - state.released();
        yield allowed <= 0 ? new Leave() : new Read((int) Math.min(allowed, countMax));
      }
    };
  }

  private static ConditionDecision tested(ConditionRow row, Association tester, Instant now) {
    if (!tester.status().finished()) {
      return new Leave();
    }
    if (tester.status() == TaskStatus.SUCCESS) {
      return new Read(1);
    }
    var state = row.state().retested();
    return new Put(row.next(state, state.testAt(now)));
  }

  private static ConditionDecision tried(
      ConditionRow row, Optional<Association> found, Instant now) {
    var state = row.state();
    var clear = new Put(row.next(state.cleared("", now), now));
    if (found.isEmpty()) {
      return clear;
    }
    var trial = found.get();
    var released = state.trial().orElseThrow();
    if (row.blocks(trial)) {
      if (trial.epoch() < released.epoch()) {
        return new Repeat(trial);
      }
      var again =
          ConditionState.closed(
              state.tester(),
              state.testers() + 1,
              state.failures() + 1,
              state.holdsLambda(),
              state.reason(),
              now);
      return new Put(row.next(again, again.testAt(now)));
    }
    var startedAt = trial.startedAt();
    if (trial.status().running() && startedAt != null) {
      return now.isBefore(startedAt.plus(TRIAL)) ? new Leave() : clear;
    }
    boolean ended = trial.status().finished() || trial.status() == TaskStatus.RETRIABLE_FAILURE;
    return ended || !now.isBefore(state.since().plus(TRIAL_START)) ? clear : new Leave();
  }

  /** Decides the next step if there can be no test, because the tester's lambda was deleted. */
  static ConditionDecision untestable(ConditionRow row, Instant now) {
    var by = "the deletion of its tester's lambda " + row.state().tester().lambda();
    return new Put(row.released(by, now));
  }

  /**
   * Decides the next step after a test has passed.
   *
   * @param waiting the first tasks that are blocked on the condition
   */
  static ConditionDecision passed(ConditionRow row, List<Association> waiting, Instant now) {
    if (waiting.isEmpty()) {
      return new Put(row.next(row.state().cleared("", now), now));
    }
    var trial = waiting.get(0);
    var ref = new TaskRef(trial.taskId(), trial.epoch() + 1);
    return new Put(row.next(row.state().tryingWith(ref, now), now), List.of(trial));
  }

  /**
   * Decides what a clear condition releases.
   *
   * @param waiting tasks that are blocked on the condition, up to the requested number
   * @param parts whether there were any parts, including parts of tasks that no longer wait
   */
  static ConditionDecision release(
      ConditionRow row, List<Association> waiting, boolean parts, Instant now) {
    if (waiting.isEmpty()) {
      return parts ? new Leave() : new Put(row.resting(now));
    }
    var state = row.state();
    long released = state.released() + waiting.size();
    return new Put(row.next(state.withReleased(released), row.alarmAt()), waiting);
  }
}
