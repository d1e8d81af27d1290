package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule that exactly the children of the recorded success are created, each once, and all of them in
 * the end. It also holds for the jobs of children that a task waits for.
 */
final class ChildrenComeWithTheOutcome implements Rule {
  private final Map<TaskRef, Integer> scheduled = new HashMap<>();
  private final Map<TaskId, TaskHeader> named = new HashMap<>();
  private final Set<TaskId> created = new HashSet<>();
  private final Map<TaskRef, PlanId> joined = new HashMap<>();
  private final Set<PlanId> namedJobs = new TreeSet<>();
  private final Set<PlanId> createdJobs = new TreeSet<>();

  @Override
  public String name() {
    return "children come with the outcome";
  }

  @Override
  public void scheduled(Instant at, ObservedExecution execution, int count, Verdict verdict) {
    // One epoch is run once, as far as that can be ensured; another run schedules the same.
    scheduled.put(new TaskRef(execution.taskId(), execution.epoch()), count);
  }

  @Override
  public void joined(ObservedExecution execution, PlanId join) {
    joined.put(new TaskRef(execution.taskId(), execution.epoch()), join);
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var after = change.after();
    if (change.before().status().finished() || after.status() != TaskStatus.SUCCESS) {
      return;
    }
    int wanted = scheduled.getOrDefault(after.ref(), 0);
    if (after.children().count() != wanted) {
      verdict.broken(
          this,
          "%s scheduled %d in epoch %d, and its success has %d"
              .formatted(after.taskId(), wanted, after.epoch(), after.children().count()));
    }
    var joins =
        after.children().joins().stream().map(join -> JoinJob.id(join, after.ref())).toList();
    if (!joins.equals(Optional.ofNullable(joined.get(after.ref())).stream().toList())) {
      verdict.broken(this, "%s: its success has the jobs %s".formatted(after.ref(), joins));
    }
    namedJobs.addAll(joins);
    after.children().outbox().forEach(child -> named.put(child.taskId(), child));
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    var parent = task.header().parent();
    if (parent == null) {
      return;
    }
    if (!task.header().equals(named.get(task.taskId()))) {
      verdict.broken(this, task.taskId() + " is a child that no outcome names so: " + parent);
    }
    if (!created.add(task.taskId())) {
      verdict.broken(this, task.taskId() + " was created twice: " + parent);
    }
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (joined.containsValue(plan.id())) {
      createdJobs.add(plan.id());
      if (!namedJobs.contains(plan.id())) {
        verdict.broken(this, plan.id() + " is a job that no outcome names");
      }
    }
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    var child = named.get(execution.taskId());
    if (child != null && !created.contains(execution.taskId())) {
      verdict.broken(this, execution.taskId() + " runs and was not created");
    }
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
    for (var task : tasks) {
      if (task.isUnsettled()) {
        verdict.broken(this, task.taskId() + " has children that are still to be created");
      }
      for (int number = 0; number < task.children().count(); number++) {
        var child = new Parent(task.taskId(), task.epoch(), number);
        if (!created.contains(child.childId())) {
          verdict.broken(this, "never created: child " + child);
        }
      }
    }
    namedJobs.stream()
        .filter(job -> !createdJobs.contains(job))
        .forEach(job -> verdict.broken(this, job + " was named and never created"));
    named.keySet().stream()
        .filter(child -> !created.contains(child))
        .forEach(child -> verdict.broken(this, child + " was named and never created"));
  }
}
