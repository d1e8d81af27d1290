package dev.atf.simulation.model;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskLifecycle;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Laws that no step may break. */
enum Law {
  ONLY_LIFECYCLE_ROWS("only changes of the lifecycle's table", Law::isRow),
  NEVER_TWICE_AT_ONCE("no two executors run it at once", Law::isAlone),
  CLAIM_IS_RIGHTFUL("claimed in its time, in its epoch, once, by its lambda", Law::isRightful),
  NO_STALE_REPORT("executors change what they hold, nothing else", Law::isHeld),
  NO_STALE_DECISION("what was decided about one epoch is not done to another", Law::isOfEpoch),
  ALARM_IS_ANSWERED_ONCE("only an alarm that rings is answered", Law::hasRung),
  TURN_IS_WAITED_FOR(
      "the turn of a key, or of a clear condition, is given to what waits for it", Law::hasWaited),
  SETTLED_ONCE("children are said to be created while that is open", Law::isSettledOnce),
  ONE_OUTCOME("an outcome stays", Law::isFinal),
  EPOCH_GROWS("epochs grow by one", Law::epochGrows),
  ATTEMPTS_ARE_COUNTED(
      "each claim is an attempt, each return or block none; bounded", Law::isCounted),
  ATTEMPT_IS_NAMED("a failure is that of the attempt it names", Law::isNamed),
  LEASE_IS_KEPT("a lease is not shortened, nor taken before its end", Law::isKept),
  CANCEL_IS_HEEDED(
      "what was asked to stop is not tried again, and ends cancelled when it is lost",
      Law::isHeeded),
  CANCEL_IS_ASKED_FOR("nothing is cancelled that nobody cancelled", Law::isAskedFor),
  ALARM_IS_SET("what is unfinished has an alarm in time", Law::isWatched),
  DEADLINE_IS_WAITED_FOR("nothing is given up before its deadline", Law::isGivenUpInTime),
  DEADLINE_IS_KEPT("nothing succeeds after its deadline", Law::succeedsInTime),
  NOTES_GO_FORWARD("later notes are not replaced by earlier ones", Law::isNoted);

  private record Move(@Nullable TaskStatus from, TaskEvent event, TaskStatus to) {}

  private static final Set<Move> MOVES =
      TaskLifecycle.rows().stream()
          .map(row -> new Move(row.from(), row.event(), row.to()))
          .collect(Collectors.toUnmodifiableSet());

  private final String says;

  @SuppressWarnings("ImmutableEnumChecker") // looks at nothing but its step
  private final Predicate<Step> keeps;

  Law(String says, Predicate<Step> keeps) {
    this.says = says;
    this.keeps = keeps;
  }

  boolean isBrokenBy(Step step) {
    return !keeps.test(step);
  }

  @Override
  public String toString() {
    return name() + " (" + says + ")";
  }

  private static boolean isAlone(Step step) {
    return step.after().runs().stream().filter(Run::runs).count() <= 1;
  }

  private static boolean isRow(Step step) {
    return of(
        step,
        (write, before, after) ->
            MOVES.contains(new Move(before.status(), write.event(), after.status())));
  }

  private static boolean isRightful(Step step) {
    return of(
        step,
        (write, before, after) -> {
          var grants = write.grants();
          if (grants == null) {
            return true;
          }
          var at = Ticks.at(write.decidedAt());
          long epoch = grants.attempt().epoch();
          return !write.strange()
              && epoch == before.epoch()
              && epoch > step.before().claimed()
              && !before.cancelRequested()
              && !before.status().finished()
              && !at.isBefore(before.header().scheduledAt())
              && at.isBefore(before.header().deadline());
        });
  }

  private static boolean isHeld(Step step) {
    return of(
        step,
        (write, before, after) -> {
          var run = write.by();
          var lease = before.lease();
          return run == null
              || (!write.strange()
                  && before.status().running()
                  && before.epoch() == run.attempt().epoch()
                  && lease != null
                  && lease.claimId().equals(run.attempt().claimId()));
        });
  }

  private static boolean isOfEpoch(Step step) {
    return of(
        step,
        (write, before, after) ->
            switch (write.event()) {
              case CANCEL, REQUEST_CANCEL -> true;
              default -> write.seen().epoch() == before.epoch();
            });
  }

  private static boolean hasRung(Step step) {
    return of(
        step,
        (write, before, after) ->
            switch (write.event()) {
              case RELEASE, HOLD, PUSH_AGAIN, PUSH_FAILED, LOOK_AGAIN -> {
                var trigger = before.trigger();
                yield !write.seen().rang()
                    || (trigger != null && !trigger.at().isAfter(writersClock(step, write)));
              }
              default -> true;
            });
  }

  private static boolean hasWaited(Step step) {
    return of(
        step,
        (write, before, after) ->
            switch (write.event()) {
              case TURN -> before.waits();
              case RELEASE ->
                  write.seen().rang() || before.waits() || before.status() == TaskStatus.BLOCKED;
              default -> true;
            });
  }

  private static boolean isSettledOnce(Step step) {
    return of(
        step, (write, before, after) -> write.event() != TaskEvent.SETTLE || before.isUnsettled());
  }

  private static boolean isFinal(Step step) {
    return of(
        step,
        (write, before, after) ->
            !before.status().finished()
                || write.event() == TaskEvent.REDRIVE
                || (before.status() == after.status()
                    && Objects.equals(stays(before, write), after.outcome())));
  }

  /** Returns the outcome that must stay; settling marks its children as created. */
  private static @Nullable Outcome stays(Association before, Write write) {
    var outcome = before.outcome();
    return outcome != null && write.event() == TaskEvent.SETTLE
        ? outcome.with(before.children().created())
        : outcome;
  }

  private static boolean epochGrows(Step step) {
    return of(
        step,
        (write, before, after) ->
            after.epoch() - before.epoch()
                == switch (write.event()) {
                  case RELEASE, REDRIVE -> 1;
                  default -> 0;
                });
  }

  private static boolean isCounted(Step step) {
    return of(
        step,
        (write, before, after) -> {
          int expected =
              switch (write.event()) {
                case CLAIM, CLAIM_AND_MOVE_ALARM -> 1;
                case RETURN, BLOCK -> -1;
                case REDRIVE -> -before.attempt();
                default -> 0;
              };
          return after.attempt() - before.attempt() == expected
              && after.attempt() <= Scenario.ATTEMPTS_MAX;
        });
  }

  private static boolean isNamed(Step step) {
    return of(
        step,
        (write, before, after) ->
            switch (write.event()) {
              case FAIL_RETRIABLY, FAIL_FATALLY ->
                  Objects.requireNonNull(write.by()).number() == before.attempt();
              default -> true;
            });
  }

  private static boolean isKept(Step step) {
    return of(
        step,
        (write, before, after) -> {
          var lease = before.lease();
          return switch (write.event()) {
            case HEARTBEAT ->
                lease == null
                    || (after.lease() != null && !after.lease().until().isBefore(lease.until()));
            case EXPIRE, EXPIRE_FATALLY, EXPIRE_CANCELLED ->
                lease == null || lease.until().isBefore(writersClock(step, write));
            default -> true;
          };
        });
  }

  private static boolean isHeeded(Step step) {
    return of(
        step,
        (write, before, after) ->
            // Its executor is lost, and no other process knows how it ended.
            !(before.cancelRequested() && write.event() == TaskEvent.EXPIRE_FATALLY)
                && (!after.cancelRequested()
                    || after.status().running()
                    || after.status().finished()));
  }

  private static boolean isAskedFor(Step step) {
    return of(
        step,
        (write, before, after) ->
            switch (write.event()) {
              case CONFIRM_CANCEL, EXPIRE_CANCELLED -> before.cancelRequested();
              default -> true;
            });
  }

  /**
   * Returns whether law 2 holds for a task that no row of a key watches: its alarm rings no later
   * than the lease's end, or one time-out after the deadline.
   */
  private static boolean isWatched(Step step) {
    return of(
        step,
        (write, before, after) -> {
          var trigger = after.trigger();
          var lease = after.lease();
          if (!after.needsAttention() || (before.waits() && after.waits())) {
            return true;
          }
          if (trigger == null || !trigger.alarm().rings()) {
            return false;
          }
          if (after.status().running()) {
            return lease != null && !trigger.at().isAfter(lease.until());
          }
          var now = writersClock(step, write);
          if (after.isUnsettled()) {
            return !trigger.at().isAfter(now);
          }
          var deadline = after.header().deadline();
          var latest = now.isAfter(deadline) ? now : deadline;
          return !trigger.at().isAfter(latest.plus(Scenario.ENQUEUE_TIMEOUT));
        });
  }

  private static boolean isGivenUpInTime(Step step) {
    return of(
        step,
        (write, before, after) ->
            write.event() != TaskEvent.GIVE_UP
                || !before.header().deadline().isAfter(writersClock(step, write)));
  }

  private static boolean succeedsInTime(Step step) {
    return of(
        step,
        (write, before, after) ->
            switch (write.event()) {
              case SUCCEED, SUCCEED_WITH_CHILDREN ->
                  Ticks.at(write.decidedAt()).isBefore(before.header().deadline());
              default -> true;
            });
  }

  private static boolean isNoted(Step step) {
    return of(
        step,
        (write, before, after) -> {
          var earlier = before.lease();
          var later = after.lease();
          return write.event() != TaskEvent.HEARTBEAT
              || earlier == null
              || later == null
              || later.notesSequence() > earlier.notesSequence()
              || (later.notesSequence() == earlier.notesSequence()
                  && after.notes().equals(before.notes()));
        });
  }

  /** Returns now, or a little later if the writer's clock was fast. */
  private static Instant writersClock(Step step, Write write) {
    return Ticks.at(Math.max(step.before().now(), write.decidedAt()));
  }

  @FunctionalInterface
  private interface Judgement {
    boolean keeps(Write write, Association before, Association after);
  }

  private static boolean of(Step step, Judgement judgement) {
    var write = step.applied();
    return write == null || judgement.keeps(write, step.before().task(), step.after().task());
  }
}
