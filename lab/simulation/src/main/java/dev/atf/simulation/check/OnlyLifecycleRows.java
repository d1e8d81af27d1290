package dev.atf.simulation.check;

import dev.atf.model.task.TaskLifecycle;

/** Rule that each change is a row of the lifecycle table. */
final class OnlyLifecycleRows implements Rule {
  @Override
  public String name() {
    return "only what the lifecycle knows";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var from = change.before().status();
    var to = TaskLifecycle.targetOf(change.event()).orElse(from);
    if (!TaskLifecycle.sourcesOf(change.event()).contains(from) || change.after().status() != to) {
      verdict.broken(
          this,
          "%s took %s from %s to %s"
              .formatted(change.event(), change.after().taskId(), from, change.after().status()));
    }
  }
}
