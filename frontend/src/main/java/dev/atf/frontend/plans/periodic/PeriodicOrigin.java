package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.origin.Refusal;
import dev.atf.frontend.plans.PlanNames;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskOfPeriodic;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.StoredPeriodic;
import dev.atf.store.plans.UnreadablePlanException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Origin of the fires of periodic tasks. */
public final class PeriodicOrigin implements OriginKind {
  private final Plans plans;

  @Inject
  PeriodicOrigin(Plans plans) {
    this.plans = plans;
  }

  @Override
  public String name() {
    return PlanKind.PERIODIC.tag();
  }

  @Override
  public void show(Origin origin, Task.Builder task) {
    var periodic = TaskOfPeriodic.newBuilder().setPeriodicId(origin.owner());
    Fire.at(origin.member()).ifPresent(at -> periodic.setFireAt(ProtoTimes.proto(at)));
    task.setPeriodic(periodic);
  }

  @Override
  public void showOwner(Origin origin, Task.Builder task) {
    plans.find(PlanId.of(origin)).ifPresent(plan -> task.getPeriodicBuilder().setName(plan.name()));
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var origin = Objects.requireNonNull(task.header().origin());
    return reasons(task, origin, plans.find(PlanId.of(origin)));
  }

  /**
   * Returns the reasons of a fire.
   *
   * @param plan plan of the task; empty if it is no longer stored
   */
  public static OriginReasons reasons(Association task, Origin origin, Optional<Plan> plan) {
    var name = PlanNames.of(origin, plan);
    var message =
        Fire.at(origin.member())
            .map(at -> "it is the fire of %s at %s%s".formatted(name, at, skipping(task, at, plan)))
            .orElseGet(() -> "it was triggered by hand for periodic task " + name);
    return new OriginReasons(
        Optional.empty(),
        Optional.empty(),
        Optional.of(new Reason(ExplainCode.FIRE_OF_PERIODIC, message, null, null)));
  }

  /**
   * Returns a description of what happens to fires that are due before this fire's task has ended.
   */
  private static String skipping(Association task, Instant fire, Optional<Plan> plan) {
    Optional<StoredPeriodic> periodic;
    try {
      periodic = plan.map(StoredPeriodic::of);
    } catch (UnreadablePlanException e) {
      return "; no task is created for later fires while the schedule cannot be read: "
          + e.reason();
    }
    if (task.status().finished()
        || periodic.isEmpty()
        || periodic.get().task().overlap() == Overlap.ALLOW
        || !fire.equals(periodic.get().state().last())) {
      return "";
    }
    return "; until it has ended, %s skipped (%s so far)"
        .formatted(
            periodic.get().task().overlap() == Overlap.SKIP
                ? "later fires are"
                : "all later fires except the first are",
            periodic.get().state().skippedCount());
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return isUsed(lambda)
        ? Optional.of("has periodic tasks (expected: none; delete them)")
        : Optional.empty();
  }

  /** Returns whether the lambda has a periodic task other than that of its canaries. */
  private boolean isUsed(LambdaDefinition lambda) {
    var canaries = PeriodicTask.planId(lambda.name(), PeriodicName.CANARY);
    return PlanList.all(lambda, PlanKind.PERIODIC).stream()
        .flatMap(
            list -> plans.read(list, IndexPages.ALWAYS, 2, Optional.empty()).entries().stream())
        .anyMatch(mark -> !mark.id().equals(canaries));
  }

  /** Origin of the canaries of lambdas: the lambda's own periodic task. */
  public static final class Canary implements OriginKind {
    private final PeriodicOrigin periodic;

    @Inject
    Canary(PeriodicOrigin periodic) {
      this.periodic = periodic;
    }

    @Override
    public String name() {
      return Origin.CANARY;
    }

    @Override
    public void show(Origin origin, Task.Builder task) {
      periodic.show(origin, task);
      task.getPeriodicBuilder().setCanary(true);
    }

    @Override
    public void showOwner(Origin origin, Task.Builder task) {
      periodic.showOwner(origin, task);
    }

    @Override
    public Optional<Refusal> refuseRedrive(Association dead, LambdaDefinition lambda) {
      return Optional.of(
          new Refusal(
              ErrorReason.TASK_NOT_DEAD,
              "task %s is a canary, not a dead letter; the next one is created automatically"
                  .formatted(dead.taskId())));
    }

    @Override
    public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
      return new OriginReasons(
          Optional.empty(),
          task.status().finished()
              ? Optional.of("it is a canary: the next one is created automatically")
              : Optional.empty(),
          Optional.of(
              new Reason(
                  ExplainCode.FIRE_OF_PERIODIC,
                  "it is a canary of lambda %s".formatted(task.header().lambda()),
                  null,
                  null)));
    }

    @Override
    public Optional<String> useOf(LambdaDefinition lambda) {
      return Optional.empty();
    }
  }
}
