package dev.atf.frontend.explain;

import dev.atf.frontend.explain.Explanation.Reason;
import dev.atf.model.Association;
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
    facts.origin().origin().ifPresent(reasons::add);
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
                task.finishedAt()));
  }

  private Optional<Reason> child() {
    return Optional.ofNullable(task.header().parent())
        .map(
            parent ->
                new Reason(
                    ExplainCode.CHILD_OF_TASK,
                    "it is child %d of task %s, which scheduled it with its success"
                        .formatted(parent.child(), parent.taskId())));
  }
}
