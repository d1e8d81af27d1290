package dev.atf.lab.chaos;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.simulation.check.ObservedChange;
import dev.atf.simulation.check.ObservedExecution;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.store.dynamodb.DynamoDbChanges.StoredChange;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * History of a run, from three observers: the clients observe acknowledgements, the handlers' sink
 * executions, the table's stream writes. The rules get all events in one order, in which each event
 * of the sink follows the claim that it belongs to. Thread-safe.
 */
final class RunHistory implements Rule.Verdict {
  /** Violations that are kept; more are only counted. */
  static final int VIOLATIONS_REPORTED_MAX = 50;

  private final List<Rule> rules;
  private final EffectsAreFenced effects;
  private final NoOverlapUnlessStopped overlaps;
  private final Map<TaskId, Association> tasks = new HashMap<>();
  private final Map<TaskId, Deque<Witnessed>> waiting = new HashMap<>();
  private final Map<TaskEvent, Integer> events = new EnumMap<>(TaskEvent.class);
  private final List<String> violations = new ArrayList<>();
  private final Map<TaskId, Map<Long, Claimed>> claims = new HashMap<>();
  private int violationCount;
  private int executions;
  private int finished;

  private record Claimed(String claimId, int attempt) {}

  /** Event of an execution, as the sink reports it. */
  enum Word {
    BEGUN,
    EFFECT_ACCEPTED,
    ENDED
  }

  private record Witnessed(Instant at, Word word, String process, long epoch, int attempt) {}

  RunHistory(List<Rule> others, EffectsAreFenced effects, NoOverlapUnlessStopped overlaps) {
    this.effects = effects;
    this.overlaps = overlaps;
    this.rules = new ArrayList<>(others);
    rules.add(effects);
    rules.add(overlaps);
  }

  synchronized void promised(Promise promise) {
    rules.forEach(rule -> rule.promised(promise, this));
  }

  synchronized void stored(StoredChange write, Instant seenAt) {
    if (write.after().isEmpty()) {
      tell("nothing vanishes", write.taskId() + " was deleted");
      return;
    }
    var after = write.after().get();
    tasks.put(after.taskId(), after);
    if (write.before().isEmpty()) {
      count(TaskEvent.SCHEDULE);
      rules.forEach(rule -> rule.created(seenAt, after, this));
      return;
    }
    var change = ObservedEvent.of(write.before().get(), after, seenAt);
    if (change.isEmpty()) {
      tell("only what the lifecycle knows", "no event makes %s of %s".formatted(after, write));
      return;
    }
    changed(change.get());
  }

  private void changed(ObservedChange change) {
    count(change.event());
    var after = change.after();
    finished += after.status().finished() && !change.before().status().finished() ? 1 : 0;
    if (change.event() == TaskEvent.CLAIM || change.event() == TaskEvent.CLAIM_AND_MOVE_ALARM) {
      var claimId = Optional.ofNullable(after.lease()).map(lease -> lease.claimId().value());
      claims
          .computeIfAbsent(after.taskId(), id -> new HashMap<>())
          .putIfAbsent(after.epoch(), new Claimed(claimId.orElse(""), after.attempt()));
    }
    rules.forEach(rule -> rule.changed(change, this));
    tellWhatWaited(after.taskId());
  }

  synchronized void witnessed(
      Instant at, Word word, String process, TaskId taskId, long epoch, int attempt) {
    waiting
        .computeIfAbsent(taskId, id -> new ArrayDeque<>())
        .add(new Witnessed(at, word, process, epoch, attempt));
    tellWhatWaited(taskId);
  }

  private void tellWhatWaited(TaskId taskId) {
    var words = waiting.get(taskId);
    while (words != null && !words.isEmpty()) {
      var claim = claims.getOrDefault(taskId, Map.of()).get(words.element().epoch());
      if (claim == null) {
        return;
      }
      tell(taskId, words.remove(), claim);
    }
    waiting.remove(taskId);
  }

  private void tell(TaskId taskId, Witnessed said, Claimed claim) {
    var execution =
        new ObservedExecution(
            said.process(), taskId, said.epoch(), said.attempt(), claim.claimId());
    switch (said.word()) {
      case BEGUN -> {
        executions++;
        if (claim.attempt() != said.attempt()) {
          tell("attempts are counted and bounded", execution + " was claimed as " + claim);
        }
        rules.forEach(rule -> rule.began(said.at(), execution, this));
      }
      case EFFECT_ACCEPTED -> effects.accepted(execution, this);
      case ENDED -> rules.forEach(rule -> rule.ended(said.at(), execution, this));
    }
  }

  synchronized void stopped(String process, Instant at) {
    overlaps.stopped(process, at, this);
  }

  synchronized void wentOn(String process, Instant at) {
    overlaps.wentOn(process, at);
  }

  synchronized void atTheEnd(Instant at) {
    waiting.forEach((taskId, words) -> tell("what runs was claimed", taskId + ": " + words));
    rules.forEach(rule -> rule.atTheEnd(at, List.copyOf(tasks.values()), this));
  }

  /** Returns the tasks as they are now. */
  synchronized Collection<Association> tasks() {
    return List.copyOf(tasks.values());
  }

  synchronized int executions() {
    return executions;
  }

  synchronized int finished() {
    return finished;
  }

  synchronized Map<TaskEvent, Integer> events() {
    return Map.copyOf(events);
  }

  synchronized int violationCount() {
    return violationCount;
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  @Override
  public synchronized void broken(Rule rule, String how) {
    tell(rule.name(), how);
  }

  synchronized void tell(String law, String how) {
    violationCount++;
    if (violations.size() < VIOLATIONS_REPORTED_MAX) {
      violations.add(law + ": " + how);
    }
  }

  private void count(TaskEvent event) {
    events.merge(event, 1, Integer::sum);
  }
}
