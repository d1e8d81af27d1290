package dev.atf.lab.chaos;

import dev.atf.lab.processes.EffectSink.Run;
import dev.atf.lab.processes.EffectSink.Witness;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.simulation.check.ObservedChange;
import dev.atf.simulation.check.ObservedExecution;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.store.dynamodb.DynamoDbChanges.StoredChange;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final ChaosRules.EffectsAreFenced effects;
  private final ChaosRules.NoOverlapUnlessStopped overlaps;
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

  RunHistory(
      List<Rule> others,
      ChaosRules.EffectsAreFenced effects,
      ChaosRules.NoOverlapUnlessStopped overlaps) {
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
    var change = eventBetween(write.before().get(), after, seenAt);
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

  /** Returns an observer that reports the events of the sink, with their times. */
  Witness witness() {
    var instants = InstantSource.system();
    return new Witness() {
      @Override
      public void begun(String task, Run run) {
        tell(Word.BEGUN, task, run);
      }

      @Override
      public void effect(String task, Run run, boolean accepted) {
        if (accepted) {
          tell(Word.EFFECT_ACCEPTED, task, run);
        }
      }

      @Override
      public void ended(String task, Run run) {
        tell(Word.ENDED, task, run);
      }

      private void tell(Word word, String task, Run run) {
        witnessed(
            instants.instant(),
            word,
            Long.toString(run.pid()),
            new TaskId(task),
            run.token(),
            run.attempt());
      }
    };
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

  /**
   * Determines the event between two versions of a task: by its history, and for the few events
   * that the history does not keep, by the changes that they make.
   *
   * @param seenAt time of an event that has none of its own
   * @return empty if no event makes this change
   */
  private static Optional<ObservedChange> eventBetween(
      Association before, Association after, Instant seenAt) {
    var recorded =
        after.history().slots().entrySet().stream()
            .filter(slot -> !slot.getValue().equals(before.history().slots().get(slot.getKey())))
            .map(Map.Entry::getValue)
            .max(Comparator.comparing(HistoryEntry::at));
    if (recorded.isPresent()) {
      var entry = recorded.get();
      return Optional.of(new ObservedChange(entry.at(), entry.event(), before, after));
    }
    return unrecorded(before, after)
        .map(event -> new ObservedChange(timeOf(event, before, seenAt), event, before, after));
  }

  /**
   * Returns the time of an event: a second push is never before the alarm, however late it is seen.
   */
  private static Instant timeOf(TaskEvent event, Association before, Instant seenAt) {
    var trigger = before.trigger();
    return event == TaskEvent.PUSH_AGAIN && trigger != null ? trigger.at() : seenAt;
  }

  private static Optional<TaskEvent> unrecorded(Association before, Association after) {
    return switch (after.status()) {
      case ENQUEUED ->
          before.status() == after.status()
              ? Optional.of(after.pushes() > 0 ? TaskEvent.PUSH_AGAIN : TaskEvent.PUSH_FAILED)
              : Optional.empty();
      case CLAIMED, PROCESSING ->
          before.status().running()
              ? Optional.of(
                  Objects.equals(before.trigger(), after.trigger())
                      ? TaskEvent.HEARTBEAT
                      : TaskEvent.LOOK_AGAIN)
              : Optional.empty();
      case NEW, RETRIABLE_FAILURE, BLOCKED, SUCCESS, FATAL_FAILURE, CANCELLED -> Optional.empty();
    };
  }
}
