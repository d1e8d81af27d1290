package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.simulation.check.JobTask.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Jobs as their clients submitted them, and the events of their tasks as the store and the handlers
 * reported them, independent of a supervisor's state.
 */
final class JobHistory {
  private final Map<PlanId, SubmittedJob> jobs = new TreeMap<>();
  private final Map<PlanId, Set<Integer>> skips = new HashMap<>();
  private final Set<PlanId> retried = new HashSet<>();
  private final Map<PlanId, Map<TaskId, JobTask>> tasks = new HashMap<>();
  private final Map<TaskRef, OptionalInt> returned = new HashMap<>();
  private int time;

  void submitted(SubmittedJob job) {
    jobs.putIfAbsent(job.id(), job);
  }

  void skipWanted(PlanId job, String step) {
    int place = job(job).orElseThrow().place(step);
    skips.computeIfAbsent(job, id -> new HashSet<>()).add(place);
  }

  void retryWanted(PlanId job) {
    retried.add(job);
  }

  void returned(ObservedExecution execution, OptionalInt items) {
    returned.put(new TaskRef(execution.taskId(), execution.epoch()), items);
  }

  /** Records a new task; empty if it belongs to no submitted job. */
  Optional<JobTask> created(Association task) {
    var origin = task.header().origin();
    if (origin == null || !PlanKind.JOB.isKindOf(origin) || !jobs.containsKey(PlanId.of(origin))) {
      return Optional.empty();
    }
    int now = ++time;
    int endedAt = task.status().finished() ? now : 0;
    return Optional.of(
        put(
            new JobTask(
                PlanId.of(origin),
                JobMember.parse(origin.member()),
                task,
                now,
                0,
                0,
                endedAt,
                OptionalInt.empty())));
  }

  /** Records a change of a task; empty if it belongs to no submitted job. */
  Optional<JobTask> changed(ObservedChange change) {
    return find(change.after()).map(seen -> put(next(seen, change)));
  }

  private JobTask next(JobTask seen, ObservedChange change) {
    var after = change.after();
    boolean claim = isClaim(change.event());
    boolean ends = after.status().finished() && !seen.hasEnded();
    int now = claim || ends ? ++time : time;
    boolean back = change.event() == TaskEvent.RETURN;
    return new JobTask(
        seen.job(),
        seen.member(),
        after,
        seen.createdAt(),
        claim ? now : seen.claimedAt(),
        claim ? now : back && after.startedAt() == null ? 0 : seen.keptAt(),
        ends ? now : after.status().finished() ? seen.endedAt() : 0,
        ends && after.status() == TaskStatus.SUCCESS
            ? returned.getOrDefault(after.ref(), OptionalInt.empty())
            : seen.items());
  }

  public static boolean isClaim(TaskEvent event) {
    return event == TaskEvent.CLAIM || event == TaskEvent.CLAIM_AND_MOVE_ALARM;
  }

  private JobTask put(JobTask task) {
    tasks.computeIfAbsent(task.job(), id -> new LinkedHashMap<>()).put(task.task().taskId(), task);
    return task;
  }

  private Optional<JobTask> find(Association task) {
    var origin = task.header().origin();
    return origin == null ? Optional.empty() : find(PlanId.of(origin), task.taskId());
  }

  private Optional<JobTask> find(PlanId job, TaskId task) {
    return Optional.ofNullable(tasks.getOrDefault(job, Map.of()).get(task));
  }

  /** Returns a task of any job. */
  Optional<JobTask> find(TaskId task) {
    return tasks.keySet().stream().flatMap(job -> find(job, task).stream()).findFirst();
  }

  Optional<SubmittedJob> job(PlanId id) {
    return Optional.ofNullable(jobs.get(id));
  }

  /** Returns the tasks of a job in the order of their creation. */
  Collection<JobTask> tasks(PlanId job) {
    return tasks.getOrDefault(job, Map.of()).values();
  }

  /** Returns whether an operator may have skipped the step: such a call may arrive late. */
  boolean maySkip(PlanId job, int place) {
    return skips.getOrDefault(job, Set.of()).contains(place);
  }

  /** Returns whether all of a step, in one round, is done, so that later steps may begin. */
  boolean isDone(SubmittedJob job, int place, int round) {
    var step = job.steps().get(place);
    var own = ofStep(job.id(), place, round);
    if (own.stream().anyMatch(task -> !task.hasEnded())) {
      return false;
    }
    if (maySkip(job.id(), place)) {
      return true;
    }
    if (step.itemsOf().isEmpty()) {
      return areDone(step, own, step.items(), job.id());
    }
    int source = job.place(step.itemsOf().get());
    if (maySkip(job.id(), source)) {
      // With the items of its result, or with none.
      return true;
    }
    var last = last(ofStep(job.id(), source, round).stream().filter(it -> !it.member().reverts()));
    if (last.isEmpty() || !last.get().hasSucceeded()) {
      return true;
    }
    // A result that is not an array fails the step immediately.
    return last.get().items().isEmpty()
        ? step.continues()
        : areDone(step, own, last.get().items(), job.id());
  }

  /** Returns whether all items are done; without a number of items, whether the one task is. */
  private boolean areDone(
      SubmittedJob.Step step, List<JobTask> own, OptionalInt items, PlanId job) {
    if (items.isEmpty()) {
      return isDone(step, own, job);
    }
    for (int item = 0; item < items.getAsInt(); item++) {
      int number = item;
      if (!isDone(step, own.stream().filter(it -> it.unit().item() == number).toList(), job)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the last try is a success, or the last failure that its policy allows. */
  private boolean isDone(SubmittedJob.Step step, List<JobTask> unit, PlanId job) {
    var last = last(unit.stream());
    if (last.isEmpty() || last.get().member().reverts()) {
      return false;
    }
    if (last.get().hasSucceeded() || !step.continues()) {
      return last.get().hasSucceeded();
    }
    long tries = unit.stream().filter(task -> !task.member().reverts()).count();
    // A cancelled one is not tried again; nor is, in a job that an operator takes up again, what
    // failed while it was being stopped.
    return tries > step.retries()
        || last.get().task().status() == TaskStatus.CANCELLED
        || retried.contains(job);
  }

  /** Returns the tasks of a step, those that revert it included. */
  private List<JobTask> ofStep(PlanId job, int place, int round) {
    return tasks(job).stream()
        .filter(task -> task.member().place() == place && task.isOf(round))
        .toList();
  }

  private static Optional<JobTask> last(Stream<JobTask> tasks) {
    return tasks.reduce((one, next) -> next);
  }

  /** Returns the tasks of a round by the unit that they run or revert. */
  Map<Unit, List<JobTask>> units(PlanId job, int round) {
    var units = new LinkedHashMap<Unit, List<JobTask>>();
    for (var task : tasks(job)) {
      if (task.isOf(round)) {
        units.computeIfAbsent(task.unit(), unit -> new ArrayList<>()).add(task);
      }
    }
    return units;
  }
}
