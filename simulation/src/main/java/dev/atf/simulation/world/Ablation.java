package dev.atf.simulation.world;

import static dev.atf.model.TaskEvent.CANCEL;
import static dev.atf.model.TaskEvent.CLAIM;
import static dev.atf.model.TaskEvent.CLAIM_AND_MOVE_ALARM;
import static dev.atf.model.TaskEvent.CONFIRM_CANCEL;
import static dev.atf.model.TaskEvent.DROP;
import static dev.atf.model.TaskEvent.EXPIRE;
import static dev.atf.model.TaskEvent.EXPIRE_CANCELLED;
import static dev.atf.model.TaskEvent.EXPIRE_FATALLY;
import static dev.atf.model.TaskEvent.FAIL_FATALLY;
import static dev.atf.model.TaskEvent.FAIL_RETRIABLY;
import static dev.atf.model.TaskEvent.HEARTBEAT;
import static dev.atf.model.TaskEvent.PUSH_AGAIN;
import static dev.atf.model.TaskEvent.RELEASE;
import static dev.atf.model.TaskEvent.REQUEST_CANCEL;
import static dev.atf.model.TaskEvent.RESCHEDULE;
import static dev.atf.model.TaskEvent.RETURN;
import static dev.atf.model.TaskEvent.RUN_NOW;
import static dev.atf.model.TaskEvent.SUCCEED;

import dev.atf.model.Change;
import dev.atf.model.Guard;
import dev.atf.model.TaskEvent;
import dev.atf.simulation.aws.Surgery;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One thing that is taken away from the framework, to see that the rules notice.
 *
 * @param name as it is told
 * @param events of whose transitions
 * @param parts guards that are not looked at, or changes that are not made: several where one makes
 *     up for the other
 */
public record Ablation(String name, Set<TaskEvent> events, Set<Class<?>> parts, Switch turned)
    implements Surgery {
  /** What is not a part of a transition. */
  public enum Switch {
    NONE,
    /** An executor whose lease is over runs on. */
    NO_TERMINATION,
    /** Missed heartbeats do not end an executor, and its lease is counted from the arrivals. */
    DEADLINE_FROM_ARRIVAL_NO_STRIKES,
    /** Missed heartbeats do not end an executor, and the store's lease is as long as its own. */
    LEASE_WITHOUT_MARGIN_NO_STRIKES,
    /** A wish that is repeated begins its task anew. */
    CREATE_OVERWRITES,
    /** What is pushed was not marked. */
    PUSH_WITHOUT_MARK,
    /** A plan is written over whatever version stands there. */
    PLAN_WITHOUT_VERSION
  }

  public static final Ablation NOTHING = new Ablation("nothing", Set.of(), Set.of(), Switch.NONE);

  @Override
  public boolean ignores(TaskEvent event, Guard guard) {
    return events.contains(event) && isPart(guard);
  }

  @Override
  public boolean drops(TaskEvent event, Change change) {
    return events.contains(event) && isPart(change);
  }

  @Override
  public boolean forgets(TaskEvent event) {
    return turned == Switch.PUSH_WITHOUT_MARK && event == RELEASE;
  }

  @Override
  public boolean overwrites() {
    return turned == Switch.CREATE_OVERWRITES;
  }

  @Override
  public boolean ignoresPlanVersions() {
    return turned == Switch.PLAN_WITHOUT_VERSION;
  }

  /** Whether an executor that would end itself lives on. */
  boolean keepsAlive(String reason) {
    return switch (turned) {
      case NO_TERMINATION -> true;
      case DEADLINE_FROM_ARRIVAL_NO_STRIKES, LEASE_WITHOUT_MARGIN_NO_STRIKES ->
          reason.contains("heartbeats failed in a row");
      case NONE, CREATE_OVERWRITES, PUSH_WITHOUT_MARK, PLAN_WITHOUT_VERSION -> false;
    };
  }

  boolean countsFromArrival() {
    return turned == Switch.DEADLINE_FROM_ARRIVAL_NO_STRIKES;
  }

  boolean hasNoMargin() {
    return turned == Switch.LEASE_WITHOUT_MARGIN_NO_STRIKES;
  }

  private boolean isPart(Object one) {
    return parts.contains(one.getClass());
  }

  private static Ablation without(Class<?> part, TaskEvent... events) {
    return without(List.of(part), events);
  }

  private static Ablation without(List<Class<?>> parts, TaskEvent... events) {
    var all = EnumSet.copyOf(List.of(events));
    var names = parts.stream().map(Class::getSimpleName).collect(Collectors.joining("+"));
    return new Ablation(
        names + " of " + events[0] + (events.length == 1 ? "" : " …"),
        all,
        Set.copyOf(parts),
        Switch.NONE);
  }

  private static Ablation turned(Switch what) {
    return new Ablation(what.name(), Set.of(), Set.of(), what);
  }

  /** All that a rule must notice. */
  public static List<Ablation> all() {
    return List.of(
        without(Guard.StatusIn.class, CLAIM, CLAIM_AND_MOVE_ALARM),
        without(Guard.EpochIs.class, CLAIM, CLAIM_AND_MOVE_ALARM),
        without(Guard.ScheduledBy.class, CLAIM, CLAIM_AND_MOVE_ALARM),
        without(Guard.DeadlineAfter.class, CLAIM, CLAIM_AND_MOVE_ALARM),
        without(Guard.AlarmNotAfter.class, CLAIM),
        without(Guard.AlarmAtIs.class, RELEASE),
        without(List.of(Guard.StatusIn.class, Guard.AlarmAtIs.class), RELEASE),
        without(List.of(Guard.EpochIs.class, Guard.AlarmAtIs.class), RELEASE),
        without(Guard.StatusIn.class, HEARTBEAT),
        without(List.of(Guard.ClaimIs.class, Guard.EpochIs.class), HEARTBEAT),
        without(Guard.LeaseNotAfter.class, HEARTBEAT),
        without(Guard.NotesBefore.class, HEARTBEAT),
        without(Guard.StatusIn.class, SUCCEED),
        without(List.of(Guard.ClaimIs.class, Guard.EpochIs.class), SUCCEED),
        without(Guard.CancelNotRequested.class, FAIL_RETRIABLY),
        without(Guard.StatusIn.class, FAIL_RETRIABLY),
        without(
            List.of(Guard.ClaimIs.class, Guard.EpochIs.class, Guard.AttemptIs.class),
            FAIL_RETRIABLY),
        without(Guard.StatusIn.class, FAIL_FATALLY),
        without(Guard.StatusIn.class, RETURN),
        without(Guard.StatusIn.class, CONFIRM_CANCEL),
        without(Guard.LeaseUntilIs.class, EXPIRE, EXPIRE_FATALLY, EXPIRE_CANCELLED),
        without(
            List.of(Guard.StatusIn.class, Guard.LeaseUntilIs.class),
            EXPIRE,
            EXPIRE_FATALLY,
            EXPIRE_CANCELLED),
        without(Guard.CancelNotRequested.class, EXPIRE),
        without(Guard.StatusIn.class, CANCEL),
        without(Guard.StatusIn.class, REQUEST_CANCEL),
        without(Guard.StatusIn.class, RESCHEDULE),
        without(Guard.StatusIn.class, RUN_NOW),
        without(Guard.StatusIn.class, DROP),
        without(Change.SetEpoch.class, RELEASE),
        without(Change.SetTrigger.class, RELEASE),
        without(Change.SetTrigger.class, FAIL_RETRIABLY),
        without(Change.SetTrigger.class, EXPIRE),
        without(Change.SetTrigger.class, RETURN),
        without(Change.AddAttempt.class, CLAIM, CLAIM_AND_MOVE_ALARM),
        without(Change.AddAttempt.class, RETURN),
        without(Change.ExtendLease.class, HEARTBEAT),
        without(Change.SetLease.class, CLAIM, CLAIM_AND_MOVE_ALARM),
        without(Change.SetPushes.class, PUSH_AGAIN),
        turned(Switch.NO_TERMINATION),
        turned(Switch.DEADLINE_FROM_ARRIVAL_NO_STRIKES),
        turned(Switch.LEASE_WITHOUT_MARGIN_NO_STRIKES),
        turned(Switch.CREATE_OVERWRITES),
        turned(Switch.PLAN_WITHOUT_VERSION),
        turned(Switch.PUSH_WITHOUT_MARK));
  }
}
