package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.store.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/** The other services, as far as they change tasks, with the frontend's clock. */
public final class Pipeline {
  static final Duration ENQUEUE_TIMEOUT = Duration.ofSeconds(30);
  public static final Duration LEASE = Duration.ofSeconds(30);
  private static final ExecutorId EXECUTOR = new ExecutorId("host:1");

  private final TestFrontend frontend;

  public Pipeline(TestFrontend frontend) {
    this.frontend = frontend;
  }

  public void release(String taskId) {
    var now = now();
    apply(
        Transitions.release(
            new TaskId(taskId),
            task(taskId).epoch(),
            Objects.requireNonNull(task(taskId).trigger()).at(),
            now,
            now.plus(ENQUEUE_TIMEOUT)));
  }

  public Attempt claim(String taskId) {
    var task = task(taskId);
    var claimId = new ClaimId("0123456789abcde" + task.epoch() % 10);
    var attempt = new Attempt(new TaskRef(task.taskId(), task.epoch()), claimId);
    var now = now();
    apply(
        Transitions.claimAndMoveAlarm(
            attempt, task.header().lambda(), EXECUTOR, now, now.plus(LEASE)));
    return attempt;
  }

  /** Releases and claims a task. */
  public Attempt run(String taskId) {
    release(taskId);
    return claim(taskId);
  }

  public void heartbeat(Attempt attempt, Notes notes) {
    apply(
        Transitions.heartbeat(attempt, lambda(attempt).name(), now().plus(LEASE), notes, 0, false));
  }

  public void succeed(Attempt attempt, Outcome outcome) {
    var lambda = lambda(attempt);
    apply(
        Transitions.succeed(attempt, lambda.name(), outcome, Ending.at(now(), lambda), Notes.NONE));
  }

  public void failRetriably(Attempt attempt, Failure failure, Duration retryAfter) {
    var now = now();
    apply(
        Transitions.failRetriably(
            attempt,
            lambda(attempt).name(),
            task(attempt.taskId().value()).attempt(),
            Outcome.failure("d", failure),
            now,
            now.plus(retryAfter),
            Notes.NONE,
            0));
  }

  public void failFatally(Attempt attempt, Failure failure) {
    var lambda = lambda(attempt);
    apply(
        Transitions.failFatally(
            attempt,
            lambda.name(),
            task(attempt.taskId().value()).attempt(),
            Outcome.failure("d", failure),
            Ending.at(now(), lambda),
            Notes.NONE));
  }

  public void returnWork(Attempt attempt, String reason, Duration dueAfter) {
    var now = now();
    apply(
        Transitions.returnWork(
            attempt,
            lambda(attempt).name(),
            Outcome.failure("d", new Failure(reason, "", "", true)),
            now,
            now.plus(dueAfter),
            reason));
  }

  public void hold(String taskId) {
    var task = task(taskId);
    apply(
        GateTransitions.hold(
            task.taskId(),
            task.epoch(),
            now(),
            task.header().list(Alarm.HELD),
            task.header().scheduledAt(),
            "test"));
  }

  public void drop(String taskId) {
    var task = task(taskId);
    var outcome = Outcome.failure("", FrameworkFailure.DROPPED.because("test"));
    apply(GateTransitions.drop(task.taskId(), task.epoch(), outcome, ending(task)));
  }

  public void park(String taskId) {
    var task = task(taskId);
    apply(
        GateTransitions.park(
            new TaskRef(task.taskId(), task.epoch()),
            now(),
            task.header().list(Alarm.DUE),
            task.header().scheduledAt(),
            "test"));
  }

  public void giveUp(String taskId) {
    var task = task(taskId);
    var failure = FrameworkFailure.DEADLINE_EXCEEDED.because("test");
    apply(
        Transitions.giveUp(
            task.taskId(), task.epoch(), Outcome.failure("", failure), ending(task)));
  }

  private Association task(String taskId) {
    return frontend.association(taskId);
  }

  private LambdaDefinition lambda(Attempt attempt) {
    return lambda(task(attempt.taskId().value()));
  }

  private LambdaDefinition lambda(Association task) {
    return frontend.lambdas.find(task.header().lambda()).orElseThrow();
  }

  private Ending ending(Association task) {
    return Ending.at(now(), lambda(task));
  }

  private Instant now() {
    return frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private void apply(Transition transition) {
    assertThat(frontend.store.apply(transition)).isInstanceOf(TransitionResult.Applied.class);
  }
}
