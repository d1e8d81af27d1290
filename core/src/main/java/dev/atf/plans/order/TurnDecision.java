package dev.atf.plans.order;

import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Next step of a supervisor for an ordering key. It follows from the row of the key, the task that
 * has the turn, and the waiting tasks.
 */
public sealed interface TurnDecision {
  /** Writes nothing, because the holder is in progress, or no task can have the turn. */
  record Leave() implements TurnDecision {}

  /** Completes the holder's Schedule by creating its task, which is due. */
  record Write(Member holder) implements TurnDecision {}

  /** Fences a task that was never written, so that a late writer finds it ended. */
  record Fence(Member holder) implements TurnDecision {}

  /** Makes the holder's task ready, or due. */
  record Release(Member holder, Association task) implements TurnDecision {}

  /** Redrives the holder's task. */
  record Redrive(Association task, OrderState.Retry retry) implements TurnDecision {}

  /** Puts the row; only after that may the task itself be changed. */
  sealed interface Put extends TurnDecision {
    OrderRow row();
  }

  /** Holds the key until an operator skips or retries the failed task. */
  record Hold(OrderRow row) implements Put {}

  /**
   * Continues with the waiting tasks, because the turn is free: read them and call {@link #pass}.
   */
  record Next() implements TurnDecision {}

  /**
   * Gives the turn to the first waiting task.
   *
   * @param row row to put before the task is changed
   */
  record Pass(OrderRow row, Member to) implements Put {}

  /** The first waiting task is not due, so no check is needed before its time. */
  record Sleep(OrderRow row) implements Put {}

  /** Puts a row without a holder, because no task waits. */
  record Idle(OrderRow row) implements Put {}

  /**
   * Puts a row that skips all tasks that were read, because they have ended. There may be more
   * after them.
   */
  record Skip(OrderRow row) implements Put {}

  /**
   * Fences a task that was never written and whose deadline has passed. After that, the caller
   * decides again and skips the part of the task.
   */
  record FenceFirst(Member member) implements TurnDecision {}

  static TurnDecision of(OrderRow row, Turn turn, Optional<Association> task, Instant now) {
    var state = row.state();
    return switch (turn) {
      case FREE -> new Next();
      case UNWRITTEN -> new Write(state.holder().orElseThrow());
      case LAPSED -> new Fence(state.holder().orElseThrow());
      case UNRELEASED -> new Release(state.holder().orElseThrow(), task.orElseThrow());
      case IN_PROGRESS -> new Leave();
      case RETRIED -> new Redrive(task.orElseThrow(), state.retry().orElseThrow());
      case FAILED ->
          state.heldAt().isPresent()
              ? new Leave()
              : new Hold(row.next(state.heldSince(now), row.alarmAt()));
    };
  }

  /** Waiting member, and its task if it was written. */
  record Waiter(Member member, Optional<Association> task) {
    /**
     * Returns whether the task was cancelled while it waited, or had its turn through another part.
     */
    public boolean ended() {
      return task.filter(found -> found.status().finished()).isPresent();
    }

    boolean lapsed(Instant now) {
      return task.isEmpty() && !member.header().deadline().isAfter(now);
    }
  }

  /**
   * Decides how the turn is passed on when it is free.
   *
   * @param waiters the waiting members that were read, in order
   * @param more whether there may be more waiting members after them
   */
  static TurnDecision pass(OrderRow row, List<Waiter> waiters, boolean more, Instant now) {
    var state = row.state();
    var over = state.over();
    for (var waiter : waiters) {
      var member = waiter.member();
      if (waiter.lapsed(now)) {
        return new FenceFirst(member);
      }
      if (!waiter.ended()) {
        return member.isDue(now)
            ? new Pass(row.next(state.givenTo(member), row.alarmAt()), member)
            : sleep(row, state, over, member.header().scheduledAt());
      }
      over = member.place().name();
    }
    if (more) {
      return new Skip(row.next(state.free(over), row.alarmAt()));
    }
    return new Idle(row.next(state.free(over).withWaiting(false), null).withListed(false));
  }

  private static TurnDecision sleep(OrderRow row, OrderState state, String over, Instant until) {
    return until.equals(row.alarmAt()) ? new Leave() : new Sleep(row.next(state.free(over), until));
  }

  /** Returns the row after an operator takes the turn from the holder of a held key. */
  static OrderRow skipped(OrderRow row, Instant now) {
    var state = row.state();
    var next = state.free(state.over());
    return row.next(next, next.waiting() ? atOnce(row, now) : null).withListed(false);
  }

  /**
   * Returns the row after an operator requests a retry of a held key's holder, which the next check
   * redrives.
   */
  static OrderRow retried(OrderRow row, OrderState.Retry retry, Instant now) {
    return row.next(row.state().retrying(retry), atOnce(row, now)).withListed(false);
  }

  /**
   * Returns an alarm that is not later than the previous one, but differs from it, to show that the
   * row has changed.
   */
  private static Instant atOnce(OrderRow row, Instant now) {
    var alarm = row.alarmAt();
    return alarm == null || alarm.isAfter(now) ? now : alarm.minusMillis(1);
  }
}
