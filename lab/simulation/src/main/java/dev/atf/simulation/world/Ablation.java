package dev.atf.simulation.world;

import static dev.atf.model.task.TaskEvent.BLOCK;
import static dev.atf.model.task.TaskEvent.CANCEL;
import static dev.atf.model.task.TaskEvent.CLAIM;
import static dev.atf.model.task.TaskEvent.CLAIM_AND_MOVE_ALARM;
import static dev.atf.model.task.TaskEvent.CONFIRM_CANCEL;
import static dev.atf.model.task.TaskEvent.DROP;
import static dev.atf.model.task.TaskEvent.EXPIRE;
import static dev.atf.model.task.TaskEvent.EXPIRE_CANCELLED;
import static dev.atf.model.task.TaskEvent.EXPIRE_FATALLY;
import static dev.atf.model.task.TaskEvent.FAIL_FATALLY;
import static dev.atf.model.task.TaskEvent.FAIL_RETRIABLY;
import static dev.atf.model.task.TaskEvent.HEARTBEAT;
import static dev.atf.model.task.TaskEvent.PUSH_AGAIN;
import static dev.atf.model.task.TaskEvent.RELEASE;
import static dev.atf.model.task.TaskEvent.REQUEST_CANCEL;
import static dev.atf.model.task.TaskEvent.RESCHEDULE;
import static dev.atf.model.task.TaskEvent.RETURN;
import static dev.atf.model.task.TaskEvent.RUN_NOW;
import static dev.atf.model.task.TaskEvent.SETTLE;
import static dev.atf.model.task.TaskEvent.SUCCEED;
import static dev.atf.model.task.TaskEvent.SUCCEED_WITH_CHILDREN;
import static dev.atf.model.task.TaskEvent.UNBLOCK;

import dev.atf.client.connection.FailoverChannel;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.Guard;
import dev.atf.model.task.TaskEvent;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.sim.aws.Mutation;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.simulation.check.OrderWithinKeys;
import dev.atf.simulation.world.host.IgnoredHealth;
import dev.atf.store.RunningPermits;
import dev.atf.store.plans.StoredPeriodic;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Part that is removed from the framework, to check that the rules notice.
 *
 * @param name name in reports
 * @param events events whose transitions lack the parts
 * @param parts guards that are ignored, or changes that are not made: several if one makes up for
 *     the other
 */
public record Ablation(String name, Set<TaskEvent> events, Set<Class<?>> parts, Switch turned)
    implements Mutation {
  /** Removed part that is not a guard or a change of a transition. */
  public enum Switch {
    NONE,
    /** An executor continues after the end of its lease. */
    NO_TERMINATION,
    /** Missed heartbeats do not end an executor, and its lease is counted from the arrivals. */
    DEADLINE_FROM_ARRIVAL_NO_STRIKES,
    /** Missed heartbeats do not end an executor, and the store's lease is as long as its own. */
    LEASE_WITHOUT_MARGIN_NO_STRIKES,
    /** A host reports the death of an executor that has only decided to end. */
    DEATH_TOLD_EARLY,
    /** A heartbeat has no answer unless every lease was extended. */
    HEARTBEAT_OF_ALL_OR_NONE,
    /**
     * A failed claim of one lambda pauses all of its host, and opens the breaker like any other.
     */
    LAMBDAS_FAIL_TOGETHER,
    /** A host hands out work even if the HSC reports it as unhealthy, and follows no order. */
    HEALTH_IGNORED,
    /** A client keeps to the frontends of one zone. */
    CLIENT_OF_ONE_ZONE,
    /** A repeated request starts its task again. */
    CREATE_OVERWRITES,
    /** References are pushed without a mark. */
    PUSH_WITHOUT_MARK,
    /** A task is settled whose children were not created. */
    SETTLE_WITHOUT_CHILDREN,
    /** A plan is written regardless of the stored version. */
    PLAN_WITHOUT_VERSION,
    /** Late writers are not fenced off. */
    NO_FENCES,
    /** Fires are counted, and have no tasks. */
    FIRES_WITHOUT_TASKS,
    /** A periodic task forgets which fire was its last. */
    LAST_FIRE_FORGOTTEN,
    /** Waiters for the turn of a key are read in reverse order. */
    WAITERS_BACKWARDS,
    /** Waiters for the turn of a key are not stored. */
    WAITERS_FORGOTTEN,
    /** Turns of keys are given before they are recorded. */
    TURN_WITHOUT_MARK,
    /** Tasks of jobs are created before they are recorded. */
    STEP_WITHOUT_MARK,
    /** Steps depend only on those whose results they are given. */
    STEPS_WITHOUT_ORDER,
    /** A running step counts as done. */
    STEPS_IN_HASTE,
    /** No step of a job has a compensation. */
    JOB_WITHOUT_COMPENSATION,
    /** A job forgets which of its steps ran. */
    JOB_FORGETS_WHAT_RAN,
    /** A step that is being reverted counts as reverted. */
    COMPENSATION_IN_HASTE,
    /** Blocked tasks are unknown to their conditions, and their alarms do not unblock them. */
    BLOCKED_FORGOTTEN,
    /** A condition releases its tasks before that is recorded. */
    RAMP_WITHOUT_MARK,
    /** A condition does not count the tasks that it releases. */
    RAMP_WITHOUT_COUNT,
    /** A condition releases its tasks once its test has passed, without a trial. */
    NO_TRIAL,
    /** The tester of an earlier closing is taken for that of the present one. */
    STALE_TESTER,
    /** A permit to run is released while its claim is still held. */
    PERMIT_GIVEN_BACK_EARLY
  }

  /** Name of the part of a condition: a time, and a task that waits. */
  private static final Pattern BLOCKED = Pattern.compile("\\d+-[0-9a-f]{32}");

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
    return switch (turned) {
      case PUSH_WITHOUT_MARK -> event == RELEASE;
      case BLOCKED_FORGOTTEN -> event == UNBLOCK;
      default -> false;
    };
  }

  @Override
  public boolean overwrites() {
    return turned == Switch.CREATE_OVERWRITES;
  }

  @Override
  public boolean forgets(Association association) {
    var header = association.header();
    var origin = header.origin();
    return (turned == Switch.SETTLE_WITHOUT_CHILDREN && header.parent() != null)
        || (turned == Switch.NO_FENCES && association.status().finished())
        || (turned == Switch.FIRES_WITHOUT_TASKS && PlanKind.PERIODIC.isKindOf(origin));
  }

  @Override
  public boolean forgets(PlanPart part) {
    return (turned == Switch.WAITERS_FORGOTTEN && OrderWithinKeys.isPlace(part))
        || (turned == Switch.BLOCKED_FORGOTTEN && BLOCKED.matcher(part.name()).matches());
  }

  @Override
  public boolean defers(Plan plan) {
    return (turned == Switch.TURN_WITHOUT_MARK && isLater(plan, PlanKind.ORDER))
        || (turned == Switch.STEP_WITHOUT_MARK && isLater(plan, PlanKind.JOB))
        || (turned == Switch.RAMP_WITHOUT_MARK && isLater(plan, PlanKind.CONDITION));
  }

  /** Returns whether it is a later version: the first one marks nothing. */
  private static boolean isLater(Plan plan, PlanKind kind) {
    return plan.kind() == kind && plan.version() > 1;
  }

  @Override
  public boolean reverses(PlanPart part) {
    return turned == Switch.WAITERS_BACKWARDS && OrderWithinKeys.isPlace(part);
  }

  @Override
  public Plan cut(Plan plan) {
    if (turned == Switch.LAST_FIRE_FORGOTTEN && plan.kind() == PlanKind.PERIODIC) {
      return lastless(plan);
    }
    if (plan.kind() == PlanKind.CONDITION) {
      return cutCondition(plan);
    }
    if (plan.kind() != PlanKind.JOB) {
      return plan;
    }
    return switch (turned) {
      case STEPS_IN_HASTE -> BadJobs.hasty(plan);
      case JOB_FORGETS_WHAT_RAN -> BadJobs.unrun(plan);
      case COMPENSATION_IN_HASTE -> BadJobs.hastilyReverted(plan);
      default -> plan;
    };
  }

  private Plan cutCondition(Plan plan) {
    return switch (turned) {
      case RAMP_WITHOUT_COUNT -> BadConditions.uncounted(plan);
      case NO_TRIAL -> BadConditions.untried(plan);
      case STALE_TESTER -> BadConditions.withOneTester(plan);
      default -> plan;
    };
  }

  private static Plan lastless(Plan plan) {
    var stored = StoredPeriodic.of(plan);
    var state = stored.state();
    var forgetful =
        new PeriodicState(
            state.paused(),
            state.decidedUntil(),
            state.pending(),
            null,
            state.queued(),
            state.firedCount(),
            state.skippedCount(),
            state.missedCount(),
            state.skipped(),
            state.scheduleSince());
    return new StoredPeriodic(stored.task(), forgetful).first(plan, plan.alarmAt());
  }

  @Override
  public PlanPart cut(PlanPart part) {
    return switch (turned) {
      case STEPS_WITHOUT_ORDER -> BadJobs.withoutOrder(part);
      case JOB_WITHOUT_COMPENSATION -> BadJobs.withoutCompensation(part);
      default -> part;
    };
  }

  @Override
  public boolean ignoresPlanVersions() {
    return turned == Switch.PLAN_WITHOUT_VERSION;
  }

  /** Returns whether an executor that would end itself keeps running. */
  boolean keepsAlive(String reason) {
    return switch (turned) {
      case NO_TERMINATION -> true;
      case DEADLINE_FROM_ARRIVAL_NO_STRIKES, LEASE_WITHOUT_MARGIN_NO_STRIKES ->
          reason.contains("heartbeats failed in a row");
      default -> false;
    };
  }

  /** Returns the permits to run as services use them. */
  RunningPermits of(RunningPermits permits) {
    return turned == Switch.PERMIT_GIVEN_BACK_EARLY ? new Early(permits) : permits;
  }

  /** Each permit is free again immediately. */
  private record Early(RunningPermits permits) implements RunningPermits {
    @Override
    public Taken take(Scope scope, Attempt attempt, int max, Instant now) {
      var taken = permits.take(scope, attempt, max, now);
      permits.release(scope, attempt.claimId());
      return taken;
    }

    @Override
    public void release(Scope scope, ClaimId claimId) {
      permits.release(scope, claimId);
    }

    @Override
    public void release(Scope scope, Permit seen) {
      permits.release(scope, seen);
    }

    @Override
    public List<Permit> held(Scope scope) {
      return permits.held(scope);
    }
  }

  boolean reportsDeathsEarly() {
    return turned == Switch.DEATH_TOLD_EARLY;
  }

  boolean countsFromArrival() {
    return turned == Switch.DEADLINE_FROM_ARRIVAL_NO_STRIKES;
  }

  boolean hasNoMargin() {
    return turned == Switch.LEASE_WITHOUT_MARGIN_NO_STRIKES;
  }

  /** Returns a heartbeat as it is sent. */
  HeartbeatRequest said(HeartbeatRequest heartbeat) {
    return turned == Switch.HEARTBEAT_OF_ALL_OR_NONE
        ? heartbeat.toBuilder().clearReadsUnknown().build()
        : heartbeat;
  }

  /** Returns the channel of a controller's calls to the HSC. */
  Channel ofController(VirtualProcess process, Channel hsc) {
    return switch (turned) {
      case LAMBDAS_FAIL_TOGETHER -> ClientInterceptors.intercept(hsc, new HostPause(process));
      case HEALTH_IGNORED -> ClientInterceptors.intercept(hsc, new IgnoredHealth());
      default -> hsc;
    };
  }

  /**
   * Returns the channel of a client's calls.
   *
   * @param zones channels to the frontends of each zone
   */
  Channel ofClient(List<Channel> zones) {
    return new FailoverChannel(
        turned == Switch.CLIENT_OF_ONE_ZONE ? zones.subList(0, 1) : zones, 0);
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

  /** Returns all ablations that a rule must notice. */
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
        turned(Switch.DEATH_TOLD_EARLY),
        turned(Switch.HEARTBEAT_OF_ALL_OR_NONE),
        turned(Switch.LAMBDAS_FAIL_TOGETHER),
        turned(Switch.HEALTH_IGNORED),
        turned(Switch.CLIENT_OF_ONE_ZONE),
        turned(Switch.CREATE_OVERWRITES),
        turned(Switch.PLAN_WITHOUT_VERSION),
        without(Change.SetTrigger.class, SUCCEED_WITH_CHILDREN),
        without(Guard.StatusIn.class, SUCCEED_WITH_CHILDREN),
        without(Change.EmptyOutbox.class, SETTLE),
        without(Guard.OnFinishIs.class, SUCCEED, FAIL_FATALLY, CONFIRM_CANCEL),
        turned(Switch.SETTLE_WITHOUT_CHILDREN),
        turned(Switch.NO_FENCES),
        turned(Switch.FIRES_WITHOUT_TASKS),
        turned(Switch.LAST_FIRE_FORGOTTEN),
        turned(Switch.WAITERS_BACKWARDS),
        turned(Switch.WAITERS_FORGOTTEN),
        turned(Switch.TURN_WITHOUT_MARK),
        turned(Switch.STEP_WITHOUT_MARK),
        turned(Switch.STEPS_WITHOUT_ORDER),
        turned(Switch.STEPS_IN_HASTE),
        turned(Switch.JOB_WITHOUT_COMPENSATION),
        turned(Switch.JOB_FORGETS_WHAT_RAN),
        turned(Switch.COMPENSATION_IN_HASTE),
        without(Change.AddAttempt.class, BLOCK),
        turned(Switch.BLOCKED_FORGOTTEN),
        turned(Switch.RAMP_WITHOUT_MARK),
        turned(Switch.RAMP_WITHOUT_COUNT),
        turned(Switch.NO_TRIAL),
        turned(Switch.STALE_TESTER),
        turned(Switch.PERMIT_GIVEN_BACK_EARLY),
        turned(Switch.PUSH_WITHOUT_MARK));
  }
}
