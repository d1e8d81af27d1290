package dev.atf.simulation.world;

import dev.atf.model.Change;
import dev.atf.model.Guard;
import dev.atf.model.TaskEvent;
import dev.atf.simulation.aws.Surgery;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One thing that is taken away from the framework, to see that the rules notice.
 *
 * @param name as it is told
 * @param events of whose transitions
 * @param part a guard that is not looked at, or a change that is not made
 */
public record Ablation(String name, Set<TaskEvent> events, Class<?> part, Switch turned)
    implements Surgery {
  /** What is not a part of a transition. */
  public enum Switch {
    NONE,
    /** An executor counts its lease from when work arrives, not from when it was asked for. */
    DEADLINE_FROM_ARRIVAL,
    /** An executor whose lease is over runs on. */
    NO_TERMINATION,
    /** The store's lease is no longer than the executor's own. */
    LEASE_WITHOUT_MARGIN
  }

  public static final Ablation NOTHING =
      new Ablation("nothing", Set.of(), Object.class, Switch.NONE);

  @Override
  public boolean ignores(TaskEvent event, Guard guard) {
    return part.isInstance(guard) && events.contains(event);
  }

  @Override
  public boolean drops(TaskEvent event, Change change) {
    return part.isInstance(change) && events.contains(event);
  }

  private static Ablation without(Class<?> part, TaskEvent first, TaskEvent... rest) {
    var events = EnumSet.of(first, rest);
    return new Ablation(
        part.getSimpleName() + " of " + first + (rest.length == 0 ? "" : " …"),
        events,
        part,
        Switch.NONE);
  }

  private static Ablation turned(Switch what) {
    return new Ablation(what.name(), Set.of(), Object.class, what);
  }

  /** All that a rule must notice. */
  public static List<Ablation> all() {
    return List.of(
        without(Guard.StatusIn.class, TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM),
        without(Guard.EpochIs.class, TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM),
        without(Guard.CancelNotRequested.class, TaskEvent.FAIL_RETRIABLY),
        without(Guard.ScheduledBy.class, TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM),
        without(Guard.DeadlineAfter.class, TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM),
        without(Guard.AlarmNotAfter.class, TaskEvent.CLAIM),
        without(Guard.StatusIn.class, TaskEvent.RELEASE),
        without(Guard.EpochIs.class, TaskEvent.RELEASE),
        without(Guard.AlarmAtIs.class, TaskEvent.RELEASE),
        without(Guard.StatusIn.class, TaskEvent.HEARTBEAT),
        without(Guard.ClaimIs.class, TaskEvent.HEARTBEAT),
        without(Guard.EpochIs.class, TaskEvent.HEARTBEAT),
        without(Guard.LeaseNotAfter.class, TaskEvent.HEARTBEAT),
        without(Guard.StatusIn.class, TaskEvent.SUCCEED),
        without(Guard.ClaimIs.class, TaskEvent.SUCCEED),
        without(Guard.EpochIs.class, TaskEvent.SUCCEED),
        without(Guard.StatusIn.class, TaskEvent.FAIL_RETRIABLY),
        without(Guard.ClaimIs.class, TaskEvent.FAIL_RETRIABLY),
        without(Guard.StatusIn.class, TaskEvent.FAIL_FATALLY),
        without(Guard.ClaimIs.class, TaskEvent.FAIL_FATALLY),
        without(Guard.StatusIn.class, TaskEvent.EXPIRE),
        without(Guard.EpochIs.class, TaskEvent.EXPIRE),
        without(Guard.LeaseUntilIs.class, TaskEvent.EXPIRE),
        without(Guard.CancelNotRequested.class, TaskEvent.EXPIRE),
        without(Guard.StatusIn.class, TaskEvent.CANCEL),
        without(Guard.StatusIn.class, TaskEvent.REQUEST_CANCEL),
        without(Guard.StatusIn.class, TaskEvent.GIVE_UP),
        without(Guard.EpochIs.class, TaskEvent.PUSH_AGAIN),
        without(Guard.AlarmAtIs.class, TaskEvent.PUSH_AGAIN),
        without(Guard.AlarmAtIs.class, TaskEvent.LOOK_AGAIN),
        without(Change.SetEpoch.class, TaskEvent.RELEASE),
        without(Change.SetTrigger.class, TaskEvent.RELEASE),
        without(Change.SetTrigger.class, TaskEvent.FAIL_RETRIABLY),
        without(Change.SetTrigger.class, TaskEvent.EXPIRE),
        without(Change.ClearLease.class, TaskEvent.EXPIRE),
        without(Change.AddAttempt.class, TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM),
        without(Change.AddAttempt.class, TaskEvent.RETURN),
        without(Change.ExtendLease.class, TaskEvent.HEARTBEAT),
        without(Change.SetLease.class, TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM),
        turned(Switch.DEADLINE_FROM_ARRIVAL),
        turned(Switch.NO_TERMINATION),
        turned(Switch.LEASE_WITHOUT_MARGIN));
  }
}
