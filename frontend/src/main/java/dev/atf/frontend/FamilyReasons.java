package dev.atf.frontend;

import dev.atf.frontend.Explanation.Reason;
import dev.atf.model.Association;
import dev.atf.model.job.JobMember;
import dev.atf.model.periodic.Fire;
import dev.atf.model.plan.Origin;
import dev.atf.model.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where a task comes from, and what it has left to be made: said last, in every state. */
final class FamilyReasons {
  private final Facts facts;
  private final Association task;

  FamilyReasons(Facts facts) {
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
    int count = task.children().outbox().size();
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
    return switch (origin.kind()) {
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
        .map(at -> "it is the fire of %s at %s".formatted(named(origin), at))
        .orElseGet(() -> "it was triggered by hand, of periodic task " + named(origin));
  }

  /** By its name, or, when it is forgotten, by its id. */
  private String named(Origin origin) {
    return facts
        .plan()
        .map(FamilyReasons::name)
        .orElseGet(() -> origin.plan() + ", which is forgotten");
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
