package dev.atf.testkit;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.sim.aws.WatchedStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Events of tasks and plans, in order. */
final class TaskLog implements WatchedStore.Watcher {
  private final List<TaskId> created = new ArrayList<>();

  /** Plans that were read in their current state, after all changes of their tasks. */
  private final Set<PlanId> seen = new HashSet<>();

  private long changes;
  private int runs;

  List<TaskId> created() {
    return List.copyOf(created);
  }

  /** Returns a number that grows with every event. */
  long changes() {
    return changes;
  }

  /** Returns the number of started attempts. */
  int runs() {
    return runs;
  }

  /** Returns whether a plan was read since the plan or one of its tasks has changed. */
  boolean hasSeen(PlanId plan) {
    return seen.contains(plan);
  }

  /** Forgets which plans were read, because they may have to be read again at another time. */
  void forgetSeen() {
    seen.clear();
  }

  @Override
  public void created(Association task) {
    changes++;
    created.add(task.taskId());
    hasMoved(task);
  }

  @Override
  public void read(TaskId taskId, Optional<Association> found) {}

  @Override
  public void changed(TaskEvent event, Association before, Association after) {
    changes++;
    if (after.attempt() > before.attempt()) {
      runs++;
    }
    hasMoved(after);
  }

  @Override
  public void planRead(PlanId plan) {
    seen.add(plan);
  }

  @Override
  public void planWritten(Optional<Plan> before, Plan after) {
    changes++;
    seen.remove(after.id());
  }

  @Override
  public void planDeleted(Plan plan) {
    changes++;
  }

  private void hasMoved(Association task) {
    var origin = task.header().origin();
    if (origin != null) {
      seen.remove(PlanId.of(origin));
    }
  }
}
