package dev.atf.simulation.world;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskLifecycle;
import dev.atf.model.task.TaskLifecycle.Row;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanPart;
import dev.atf.sim.aws.WatchedStore;
import dev.atf.sim.time.Timeline;
import dev.atf.simulation.check.HandOut;
import dev.atf.simulation.check.ObservedChange;
import dev.atf.simulation.check.ObservedExecution;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.check.ScheduleTry;
import dev.atf.simulation.check.SubmittedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Log of all relevant events, in order: passed to the rules, hashed, and kept if wanted. */
final class EventLog implements WatchedStore.Watcher, Rule.Verdict {
  private static final long PRIME = 0x100000001b3L;

  private final Timeline timeline;
  private final Instant beginning;
  private final List<Rule> rules;
  private final boolean kept;
  private final List<String> lines = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();
  private final Map<Row, Integer> taken = new HashMap<>();
  private BiConsumer<TaskId, Optional<Association>> reader = (taskId, found) -> {};
  private BiConsumer<TaskEvent, Association> observer = (event, after) -> {};
  private long hash = 0xcbf29ce484222325L;

  EventLog(Timeline timeline, Instant beginning, List<Rule> rules, boolean kept) {
    this.timeline = timeline;
    this.beginning = beginning;
    this.rules = rules;
    this.kept = kept;
  }

  Instant now() {
    return beginning.plusNanos(timeline.nanos());
  }

  long hash() {
    return hash;
  }

  List<String> lines() {
    return lines;
  }

  List<Violation> violations() {
    return violations;
  }

  /** Returns how often each row of the lifecycle was taken, in the table's order. */
  Map<Row, Integer> taken() {
    var inOrder = new LinkedHashMap<Row, Integer>();
    for (var row : TaskLifecycle.rows()) {
      var times = taken.get(row);
      if (times != null) {
        inOrder.put(row, times);
      }
    }
    return inOrder;
  }

  void note(String what) {
    for (int i = 0; i < what.length(); i++) {
      hash = (hash ^ what.charAt(i)) * PRIME;
    }
    hash = (hash ^ timeline.nanos()) * PRIME;
    if (kept) {
      lines.add("%s %s".formatted(Duration.ofNanos(timeline.nanos()), what));
    }
  }

  @Override
  public void created(Association task) {
    count(null, task.creationEvent());
    note("created " + brief(task));
    judge(rule -> rule.created(now(), task, this));
  }

  /** Sets the listener that is called on every read of a task. */
  void setReader(BiConsumer<TaskId, Optional<Association>> reader) {
    this.reader = reader;
  }

  /** Sets the listener that is called on every change of a task. */
  void setObserver(BiConsumer<TaskEvent, Association> observer) {
    this.observer = observer;
  }

  @Override
  public void read(TaskId taskId, Optional<Association> found) {
    reader.accept(taskId, found);
  }

  @Override
  public void changed(TaskEvent event, Association before, Association after) {
    count(before.status(), event);
    note(event + " " + brief(after));
    var change = new ObservedChange(now(), event, before, after);
    judge(rule -> rule.changed(change, this));
    observer.accept(event, after);
  }

  @Override
  public void planWritten(Optional<dev.atf.plans.row.Plan> before, dev.atf.plans.row.Plan after) {
    note("plan " + after.id() + " version=" + after.version() + " " + after.state());
    judge(rule -> rule.planWritten(now(), after, this));
  }

  @Override
  public void partPut(PlanPart part) {
    judge(rule -> rule.partPut(part));
  }

  void promised(Promise promise) {
    note("promised " + promise.taskId() + " for " + promise.key());
    judge(rule -> rule.promised(promise, this));
  }

  void scheduleTried(ScheduleTry one) {
    judge(rule -> rule.scheduleTried(one, this));
  }

  void began(ObservedExecution execution) {
    note("began " + execution);
    judge(rule -> rule.began(now(), execution, this));
  }

  void scheduled(ObservedExecution execution, int count) {
    note("scheduled " + count + " by " + execution);
    judge(rule -> rule.scheduled(now(), execution, count, this));
  }

  /** Logs scheduled children and the join that waits for them. */
  void joined(ObservedExecution execution, SubmittedJob join) {
    note("joined " + join.id() + " by " + execution);
    judge(rule -> rule.submitted(join));
    judge(rule -> rule.joined(execution, join.id()));
  }

  public void submitted(SubmittedJob job) {
    note("submitted " + job.id());
    judge(rule -> rule.submitted(job));
  }

  public void acknowledged(PlanId job) {
    note("acknowledged " + job);
    judge(rule -> rule.acknowledged(job, this));
  }

  public void skipWanted(PlanId job, String step) {
    note("skip " + step + " of " + job);
    judge(rule -> rule.skipWanted(job, step));
  }

  public void retryWanted(PlanId job) {
    note("retry " + job);
    judge(rule -> rule.retryWanted(job));
  }

  void returned(ObservedExecution execution, OptionalInt items) {
    judge(rule -> rule.returned(execution, items));
  }

  /** Called when an executor's call for work of a lambda begins to wait. */
  void workAwaited(LambdaName lambda) {
    judge(rule -> rule.workAwaited(now(), lambda));
  }

  /** Called when an executor's call for work has ended. */
  void workAnswered(LambdaName lambda) {
    judge(rule -> rule.workAnswered(lambda));
  }

  /** Called when a worker host sends a claim for the first time. */
  void handsOut(HandOut handOut) {
    judge(rule -> rule.handsOut(now(), handOut, this));
  }

  /** Called before an executor ends itself because of its leases. */
  void leaseOver(String executorId) {
    judge(rule -> rule.leaseOver(now(), new ExecutorId(executorId), this));
  }

  void ended(ObservedExecution execution) {
    note("ended " + execution);
    judge(rule -> rule.ended(now(), execution, this));
  }

  void atTheEnd(Collection<Association> tasks) {
    judge(rule -> rule.atTheEnd(now(), tasks, this));
  }

  /** Tells every rule of an event; a rule that fails would otherwise pass as a failed write. */
  private void judge(Consumer<Rule> event) {
    for (var rule : rules) {
      try {
        event.accept(rule);
      } catch (RuntimeException e) {
        broken(rule, "the rule itself failed: " + e);
      }
    }
  }

  @Override
  public void broken(Rule rule, String how) {
    var violation = new Violation(rule.name(), how);
    note("BROKEN " + violation);
    violations.add(violation);
  }

  /** Records an unexpected exception of a service as a violation. */
  void unforeseen(Throwable error) {
    var root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    var where = root.getStackTrace().length == 0 ? "" : " at " + root.getStackTrace()[0];
    note("UNFORESEEN " + root + where);
    violations.add(
        new Violation("unforeseen " + root.getClass().getSimpleName() + where, root.toString()));
  }

  private void count(@Nullable TaskStatus from, TaskEvent event) {
    for (var row : TaskLifecycle.rows()) {
      if (row.event() == event && row.from() == from) {
        taken.merge(row, 1, Integer::sum);
      }
    }
  }

  private static String brief(Association task) {
    return "%s %s epoch=%d attempt=%d"
        .formatted(task.taskId(), task.status(), task.epoch(), task.attempt());
  }
}
