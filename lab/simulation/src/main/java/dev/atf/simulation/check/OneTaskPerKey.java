package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Rule that a request creates one task, however often it is repeated. */
final class OneTaskPerKey implements Rule {
  private final Map<String, TaskId> tasks = new HashMap<>();
  private final Set<TaskId> created = new HashSet<>();

  @Override
  public String name() {
    return "one task for each key";
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    if (!created.add(task.taskId())) {
      verdict.broken(this, task.taskId() + " began a second time");
    }
  }

  @Override
  public void promised(Promise promise, Verdict verdict) {
    var other = tasks.putIfAbsent(promise.key(), promise.taskId());
    if (other != null && !other.equals(promise.taskId())) {
      verdict.broken(
          this, "key %s made %s and %s".formatted(promise.key(), other, promise.taskId()));
    }
  }
}
