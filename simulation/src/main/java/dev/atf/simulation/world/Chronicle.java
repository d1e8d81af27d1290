package dev.atf.simulation.world;

import dev.atf.model.Association;
import dev.atf.model.TaskEvent;
import dev.atf.simulation.aws.WatchedStore;
import dev.atf.simulation.check.Change;
import dev.atf.simulation.check.Execution;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that is worth telling, in its order: told to the rules, hashed, and kept if wanted.
 */
final class Chronicle implements WatchedStore.Watcher, Rule.Verdict {
  private static final long PRIME = 0x100000001b3L;

  private final Timeline timeline;
  private final Instant beginning;
  private final List<Rule> rules;
  private final boolean kept;
  private final List<String> lines = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<TaskEvent, Integer> events = new EnumMap<>(TaskEvent.class);
  private long hash = 0xcbf29ce484222325L;

  Chronicle(Timeline timeline, Instant beginning, List<Rule> rules, boolean kept) {
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

  List<String> violations() {
    return violations;
  }

  Map<TaskEvent, Integer> events() {
    return events;
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
    count(task.birth());
    note("created " + brief(task));
    rules.forEach(rule -> rule.created(now(), task, this));
  }

  @Override
  public void changed(TaskEvent event, Association before, Association after) {
    count(event);
    note(event + " " + brief(after));
    var change = new Change(now(), event, before, after);
    rules.forEach(rule -> rule.changed(change, this));
  }

  void promised(Promise promise) {
    note("promised " + promise.taskId() + " for " + promise.key());
    rules.forEach(rule -> rule.promised(promise, this));
  }

  void began(Execution execution) {
    note("began " + execution);
    rules.forEach(rule -> rule.began(now(), execution, this));
  }

  void ended(Execution execution) {
    note("ended " + execution);
    rules.forEach(rule -> rule.ended(now(), execution, this));
  }

  void atTheEnd(Collection<Association> tasks) {
    rules.forEach(rule -> rule.atTheEnd(now(), tasks, this));
  }

  @Override
  public void broken(Rule rule, String how) {
    note("BROKEN " + rule.name() + ": " + how);
    violations.add(rule.name() + ": " + how);
  }

  /** A service threw what it does not foresee. */
  void unforeseen(Throwable error) {
    var root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    var where = root.getStackTrace().length == 0 ? "" : " at " + root.getStackTrace()[0];
    note("UNFORESEEN " + root + where);
    violations.add("unforeseen: " + root + where);
  }

  private void count(TaskEvent event) {
    events.merge(event, 1, Integer::sum);
  }

  private static String brief(Association task) {
    return "%s %s epoch=%d attempt=%d"
        .formatted(task.taskId(), task.status(), task.epoch(), task.attempt());
  }
}
