package dev.atf.lab.chaos;

import dev.atf.lab.chaos.RunHistory.Word;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.simulation.check.Effect;
import dev.atf.simulation.check.ProgressGrows;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.check.Rules;
import dev.atf.simulation.world.Operation;
import dev.atf.store.dynamodb.DynamoDbChanges.StoredChange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** History of one task, reported step by step as by a run's observers; any step may be false. */
final class ForgedHistory {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  static final Duration LEASE = Duration.ofSeconds(5);
  static final Duration ENQUEUE_TIMEOUT = Duration.ofSeconds(4);
  static final int ATTEMPTS_MAX = 3;

  private static final LambdaName LAMBDA = new LambdaName(TaskRequest.STEADY);
  private static final Ending ENDING =
      new Ending(
          START.plusSeconds(60), START.plus(Duration.ofDays(1)), LambdaDefinition.History.NONE);

  final TaskId taskId = new TaskId("0".repeat(32));
  private final RunHistory runHistory;
  private Association task;
  private Instant now = START;

  ForgedHistory(Operation operation) {
    var request =
        new TaskRequest("key", TaskRequest.STEADY, operation, Duration.ZERO, false, Duration.ZERO);
    var rules = new ArrayList<Rule>(Rules.always(Map.of(LAMBDA, ATTEMPTS_MAX)));
    rules.addAll(Rules.ofRightClocks(Duration.ofMillis(250), ENQUEUE_TIMEOUT, 4));
    rules.add(new ProgressGrows());
    rules.add(new ChaosRules.EndsAsRequested(key -> request, ATTEMPTS_MAX));
    runHistory =
        new RunHistory(
            rules, new ChaosRules.EffectsAreFenced(), new ChaosRules.NoOverlapUnlessStopped(LEASE));
    task =
        Association.scheduled(
            new TaskHeader(
                taskId,
                LAMBDA,
                new Priority("normal"),
                null,
                0,
                START,
                START,
                START.plus(Duration.ofDays(1)),
                null));
  }

  static ForgedHistory of(Operation.Kind kind) {
    return new ForgedHistory(new Operation(kind, 0, 1));
  }

  /** Scheduled and acknowledged. */
  ForgedHistory created() {
    runHistory.stored(new StoredChange(taskId, Optional.empty(), Optional.of(task)), now);
    return promised(taskId);
  }

  ForgedHistory promised(TaskId answered) {
    runHistory.promised(new Promise(now, answered, "key", START));
    return this;
  }

  ForgedHistory later(Duration by) {
    now = now.plus(by);
    return this;
  }

  ForgedHistory released() {
    return does(Transitions.release(taskId, task.epoch(), alarmAt(), now, now.plusSeconds(30)));
  }

  ForgedHistory claimed(String claimId) {
    return does(
        Transitions.claimAndMoveAlarm(attempt(claimId), LAMBDA, owner(), now, now.plus(LEASE)));
  }

  ForgedHistory succeeded(String claimId) {
    return succeeded(claimId, task.epoch());
  }

  /**
   * @param epoch that the handler's result claims
   */
  ForgedHistory succeeded(String claimId, long epoch) {
    var result = Effect.text(epoch, 1).getBytes(StandardCharsets.UTF_8);
    return does(
        Transitions.succeed(
            attempt(claimId),
            LAMBDA,
            Outcome.success("digest", new Payload(result, "text/plain")),
            ENDING,
            Notes.NONE));
  }

  ForgedHistory failed(String claimId, String code) {
    return does(
        Transitions.failFatally(
            attempt(claimId), LAMBDA, task.attempt(), failure(code), ENDING, Notes.NONE));
  }

  ForgedHistory failedRetriably(String claimId) {
    return does(
        Transitions.failRetriably(
            attempt(claimId), LAMBDA, task.attempt(), failure("NOT_YET"), now, now, Notes.NONE, 0));
  }

  static Outcome failure(String code) {
    return Outcome.failure("digest", new Failure(code, "as was forged", "", false));
  }

  static Ending ending() {
    return ENDING;
  }

  /** Makes the change that the code would write, whatever its guards say. */
  ForgedHistory does(Transition transition) {
    return becomes(transition.applyTo(task));
  }

  /** Makes a change that no code would write. */
  ForgedHistory changed(Change... changes) {
    var after = task;
    for (var change : changes) {
      after = change.apply(after);
    }
    return becomes(after);
  }

  private ForgedHistory becomes(Association after) {
    runHistory.stored(new StoredChange(taskId, Optional.of(task), Optional.of(after)), now);
    task = after;
    return this;
  }

  ForgedHistory deleted() {
    runHistory.stored(new StoredChange(taskId, Optional.of(task), Optional.empty()), now);
    return this;
  }

  ForgedHistory begun(String process) {
    return says(Word.BEGUN, process, task.epoch(), task.attempt());
  }

  ForgedHistory effect(String process) {
    return says(Word.EFFECT_ACCEPTED, process, task.epoch(), task.attempt());
  }

  ForgedHistory ended(String process) {
    return says(Word.ENDED, process, task.epoch(), task.attempt());
  }

  ForgedHistory says(Word word, String process, long epoch, int attempt) {
    runHistory.witnessed(now, word, process, taskId, epoch, attempt);
    return this;
  }

  ForgedHistory stopped(String process) {
    runHistory.stopped(process, now);
    return this;
  }

  Association task() {
    return task;
  }

  Instant alarmAt() {
    return Objects.requireNonNull(task.trigger()).at();
  }

  Instant leaseUntil() {
    return Objects.requireNonNull(task.lease()).until();
  }

  Instant now() {
    return now;
  }

  Attempt attempt(String claimId) {
    return new Attempt(
        new TaskRef(taskId, task.epoch()),
        new ClaimId(claimId + "0".repeat(32 - claimId.length())));
  }

  static ExecutorId owner() {
    return new ExecutorId("host:1:a");
  }

  /** Returns the laws that the history violates. */
  List<String> broken() {
    runHistory.atTheEnd(now);
    return runHistory.violations();
  }
}
