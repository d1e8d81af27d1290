package dev.atf.storeconsumer.plans;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobFacts;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.TaskFact;
import dev.atf.plans.job.definition.JsonItems;
import dev.atf.plans.row.PlanId;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Stored facts about the tasks of one job, read once for one check. */
final class StoredJobFacts implements JobFacts {
  /** Maximum number of tasks in one call of {@link TaskAssociations#findAll}. */
  private static final int READ_MAX = 1_000;

  private final PlanId job;
  private final TaskAssociations associations;
  private final Plans plans;
  private final Map<TaskId, Association> tasks = new HashMap<>();

  /**
   * Reads the facts.
   *
   * @param inProgress tasks that may have ended since they were last checked
   */
  StoredJobFacts(
      PlanId job, List<JobMember> inProgress, TaskAssociations associations, Plans plans) {
    this.job = job;
    this.associations = associations;
    this.plans = plans;
    read(inProgress.stream().map(member -> member.taskOf(job)).toList());
  }

  private void read(List<TaskId> ids) {
    for (int from = 0; from < ids.size(); from += READ_MAX) {
      tasks.putAll(associations.findAll(ids.subList(from, Math.min(ids.size(), from + READ_MAX))));
    }
    // The previous read may lag. A task is rarely missing: only if its creator died before it
    // created the task.
    for (var id : new ArrayList<>(ids)) {
      if (!tasks.containsKey(id)) {
        associations.find(id).ifPresent(task -> tasks.put(id, task));
      }
    }
  }

  Optional<Association> association(JobMember member) {
    return Optional.ofNullable(tasks.get(member.taskOf(job)));
  }

  @Override
  public Optional<TaskFact> task(JobMember member) {
    return association(member).map(TaskFact::of);
  }

  /** Returns the number of items. The items of a large result were counted when it was stored. */
  @Override
  public OptionalInt items(JobMember member) {
    var task = association(member).or(() -> associations.find(member.taskOf(job)));
    var outcome = task.map(Association::outcome);
    if (outcome.isEmpty()) {
      return OptionalInt.empty();
    }
    var result = outcome.get().result();
    if (result != null) {
      var items = JsonItems.of(result.bytes());
      return items.isPresent() ? OptionalInt.of(items.get().size()) : OptionalInt.empty();
    }
    return outcome.get().resultStoredApart() ? counted(member) : OptionalInt.empty();
  }

  private OptionalInt counted(JobMember member) {
    var name = JobContents.countOf(member);
    return plans.parts(job, name, 1).stream()
        .filter(part -> part.name().equals(name))
        .mapToInt(JobSteps::count)
        .findFirst();
  }
}
