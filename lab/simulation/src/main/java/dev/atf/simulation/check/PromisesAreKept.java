package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;

/** Rule that every acknowledged task is finished in the end: none is lost, and none hangs. */
final class PromisesAreKept implements Rule {
  private final Set<TaskId> promised = new LinkedHashSet<>();

  @Override
  public String name() {
    return "what was acknowledged ends";
  }

  @Override
  public void promised(Promise promise, Verdict verdict) {
    promised.add(promise.taskId());
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
    var byId = new TreeMap<TaskId, Association>();
    tasks.forEach(task -> byId.put(task.taskId(), task));
    for (var taskId : promised) {
      var task = byId.get(taskId);
      if (task == null) {
        verdict.broken(this, taskId + " was acknowledged and is nowhere");
      }
    }
    for (var task : tasks) {
      if (!task.status().finished()) {
        verdict.broken(this, "%s is still %s: %s".formatted(task.taskId(), task.status(), task));
      }
    }
  }
}
