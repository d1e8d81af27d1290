package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Conditional writes that end the attempt of an executor that has lost its lease. */
public final class ExpiryTransitions {
  private ExpiryTransitions() {}

  /** Ends the attempt of a lost executor. The task runs again at {@code retryAt}. */
  public static Transition expire(EndedLease lease, Outcome outcome, Instant now, Instant retryAt) {
    var guards = expiryGuards(lease);
    guards.add(new Guard.CancelNotRequested());
    return Transition.of(
        lease.ref().taskId(),
        TaskEvent.EXPIRE,
        guards,
        List.of(
            new Change.SetOutcome(outcome),
            new Change.SetDeaths(lease.deaths()),
            new Change.ClearLease(),
            new Change.SetTrigger(new Trigger(Alarm.DUE, retryAt)),
            Transitions.recorded(
                now,
                TaskEvent.EXPIRE,
                lease.ref().epoch(),
                lease.attempt(),
                Transitions.detail(outcome))));
  }

  public static Transition expireFatally(EndedLease lease, Outcome outcome, Ending ending) {
    var guards = expiryGuards(lease);
    guards.add(new Guard.CancelNotRequested());
    return expired(TaskEvent.EXPIRE_FATALLY, lease, guards, outcome, ending);
  }

  public static Transition expireCancelled(EndedLease lease, Outcome outcome, Ending ending) {
    var guards = expiryGuards(lease);
    guards.add(new Guard.CancelRequested());
    return expired(TaskEvent.EXPIRE_CANCELLED, lease, guards, outcome, ending);
  }

  private static Transition expired(
      TaskEvent event, EndedLease lease, List<Guard> guards, Outcome outcome, Ending ending) {
    return Transitions.end(
        lease.ref().taskId(),
        event,
        guards,
        lease.ref().epoch(),
        lease.attempt(),
        outcome,
        ending,
        List.of(new Change.SetDeaths(lease.deaths()), new Change.ClearLease()));
  }

  private static List<Guard> expiryGuards(EndedLease lease) {
    var guards = new ArrayList<Guard>();
    guards.add(new Guard.EpochIs(lease.ref().epoch()));
    guards.add(new Guard.LeaseUntilIs(lease.until()));
    return guards;
  }
}
