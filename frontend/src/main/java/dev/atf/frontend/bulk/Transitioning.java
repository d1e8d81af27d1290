package dev.atf.frontend.bulk;

import dev.atf.frontend.task.TaskChange;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.frontend.task.TaskCriteria;
import dev.atf.model.task.Association;
import dev.atf.protocol.RpcErrors;
import java.util.function.Function;

/**
 * Change of tasks that have not ended by a transition. It is decided anew if another write comes
 * between, and a task that has ended by then, or does not match any more, is left.
 */
record Transitioning(TaskChange change, TaskCriteria criteria, Function<Association, Next> decision)
    implements TaskOperation {
  @Override
  public boolean isOfEnded() {
    return false;
  }

  @Override
  public boolean apply(Association task) {
    return change.changes(task, this::next);
  }

  @Override
  public boolean wouldApply(Association task) {
    var next = next(task);
    if (next instanceof Next.Refuse refuse) {
      throw RpcErrors.of(refuse.reason(), refuse.message());
    }
    return next instanceof Next.Write;
  }

  private Next next(Association seen) {
    return seen.status().finished() || !criteria.matches(seen)
        ? new Next.Leave()
        : decision.apply(seen);
  }
}
