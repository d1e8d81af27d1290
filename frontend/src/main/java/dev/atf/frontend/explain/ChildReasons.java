package dev.atf.frontend.explain;

import dev.atf.frontend.explain.Explanation.Reason;
import dev.atf.model.Association;
import dev.atf.model.Origin;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.StoredPeriodic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reasons that tell a task's origin, and the children that it has yet to create; they come last, in
 * every state.
 */
final class ChildReasons {
  private final Facts facts;
  private final Association task;

  ChildReasons(Facts facts) {
    this.facts = facts;
    this.task = facts.task();
  }

  List<Reason> all() {
    var reasons = new ArrayList<Reason>();
    unsettled().ifPresent(reasons::add);
    var origin = task.header().origin();
    if (origin != null) {
      plan(origin).ifPresent(reasons::add);
    }
    child().ifPresent(reasons::add);
    return reasons;
  }

  private Optional<Reason> unsettled() {
    int count = task.children().pendingCount();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            new Reason(
                ExplainCode.CHILDREN_PENDING,
                "%d of its children are perhaps not made yet".formatted(count),
                task.finishedAt(),
                null));
  }

  private Optional<Reason> plan(Origin origin) {
    return switch (PlanKind.of(origin)) {
      case ORDER -> Optional.empty();
      case JOB -> Optional.of(clause(ExplainCode.STEP_OF_JOB, step(origin)));
      case PERIODIC -> Optional.of(clause(ExplainCode.FIRE_OF_PERIODIC, fire(origin)));
    };
  }

  private String step(Origin origin) {
    var member = JobMember.parse(origin.member());
    var item = member.item();
    return "it %s step %s%s of job %s (round %d, try %d)"
        .formatted(
            member.reverts() ? "reverts" : "is",
            member.step(),
            item == null ? "" : ", item " + item + ",",
            named(origin),
            member.round(),
            member.tries());
  }

  private String fire(Origin origin) {
    return Fire.at(origin.member())
        .map(at -> "it is the fire of %s at %s%s".formatted(named(origin), at, skipping(at)))
        .orElseGet(() -> "it was triggered by hand, of periodic task " + named(origin));
  }

  /** Tells the fate of fires that come before the task of this one has ended. */
  private String skipping(Instant fire) {
    var periodic = facts.plan().map(StoredPeriodic::of);
    if (task.status().finished()
        || periodic.isEmpty()
        || periodic.get().task().overlap() == Overlap.ALLOW
        || !fire.equals(periodic.get().state().last())) {
      return "";
    }
    return "; until it has ended, %s skipped, as %s were so far"
        .formatted(
            periodic.get().task().overlap() == Overlap.SKIP
                ? "the fires after it are"
                : "all but the first of the fires after it are",
            periodic.get().state().skippedCount());
  }

  /** Returns the name of the origin, or, when it is forgotten, its id. */
  private String named(Origin origin) {
    return facts
        .plan()
        .map(ChildReasons::name)
        .orElseGet(() -> PlanId.of(origin) + ", which is forgotten");
  }

  private static String name(Plan plan) {
    return plan.name() + " of lambda " + plan.lambda();
  }

  private Optional<Reason> child() {
    return Optional.ofNullable(task.header().parent())
        .map(
            parent ->
                clause(
                    ExplainCode.CHILD_OF_TASK,
                    "it is child %d of task %s, which scheduled it with its success"
                        .formatted(parent.child(), parent.taskId())));
  }

  private static Reason clause(ExplainCode code, String message) {
    return new Reason(code, message, null, null);
  }
}
