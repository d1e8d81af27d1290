package dev.atf.frontend.plans.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.plans.condition.ConditionView.Snapshot;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.plans.condition.Blocking;
import dev.atf.plans.condition.ConditionDecision;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.store.plans.ConditionCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the sentences about tasks that wait for a condition. */
final class ConditionExplanationTest {
  private static final Instant T0 = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = T0.plusSeconds(90);
  private static final LambdaName ORDERS = new LambdaName("orders");
  private static final LambdaName PROBE = new LambdaName("probe");
  private static final ConditionName DB = new ConditionName("orders-db");
  private static final Failure REFUSED =
      new Failure("RETRY_LATER", "tcp db:5432: Connection refused", "", true);
  private static final Association TASK = blocked();

  @Test
  void tellsWhoElseWaitsWhatTheTestSaysAndWhenTheNextIs() {
    var reason = reason(seen(closed(false), tester(14), 412), "");

    assertThat(reason.code()).isEqualTo(ExplainCode.BLOCKED);
    assertThat(reason.since()).isEqualTo(T0);
    assertThat(reason.message())
        .isEqualTo(
            "with 411 others it waits for condition orders-db: tcp db:5432: Connection refused;"
                + " tested 14 times, next test in 27 s");
  }

  @Test
  void tellsThatMoreWaitThanAreCounted() {
    var many = new Snapshot(closed(false), List.of(), 1, 1_000, true);

    assertThat(message(many, "")).startsWith("with more than 999 others it waits for");
  }

  @Test
  void tellsTheReasonOfTheAttemptBeforeTheFirstTest() {
    var untested = seen(closed(false), Optional.empty(), 1);

    assertThat(message(untested, ""))
        .isEqualTo("it waits for condition orders-db: no route; not tested yet, next test due");
  }

  @Test
  void saysThatATestIsInProgress() {
    var queued = released(tester(2).orElseThrow());
    var claim = new Attempt(queued.ref(), new ClaimId("0123456789abcdef"));
    var running =
        after(
            queued,
            Transitions.claim(claim, PROBE, new ExecutorId("host:1"), NOW, NOW.plusSeconds(60)));

    assertThat(message(seen(closed(false), Optional.of(queued), 1), "all executors are busy"))
        .endsWith(
            "tested 2 times, a test is about to start; but its tester cannot run: all executors"
                + " are busy");
    assertThat(message(seen(closed(false), Optional.of(running), 1), ""))
        .endsWith("tested 3 times, a test is running now");
  }

  @Test
  void tellsWhyTheTesterCannotRun() {
    assertThat(message(seen(closed(false), Optional.empty(), 1), "no worker host serves it"))
        .endsWith("; but its tester cannot run: no worker host serves it");
  }

  @Test
  void tellsThatTheConditionHoldsTheLambda() {
    assertThat(message(seen(closed(true), tester(1), 1), ""))
        .endsWith("; it holds its lambda orders: no other task of the lambda starts");
  }

  @Test
  void tellsOfTheTaskThatIsTried() {
    var trying = ((ConditionDecision.Put) passed(List.of(TASK))).row();

    assertThat(message(seen(trying, tester(3), 5), ""))
        .isEqualTo(
            "with 4 others it waits for condition orders-db: a test succeeded 30 s ago, and task"
                + " %s is tried to find out whether the others can run".formatted(TASK.taskId()));
  }

  @Test
  void tellsOfTheRamp() {
    var clear = closed(false).released("alice", NOW.minusSeconds(4));

    assertThat(message(seen(clear, tester(3), 5), ""))
        .isEqualTo(
            "with 4 others it waits for condition orders-db, which cleared 4 s ago,"
                + " released by alice: its tasks are released at a growing rate, 0 so far");
  }

  @Test
  void tellsThatTheConditionIsPastIfItRestsOrIsForgotten() {
    var clear = closed(false).released("", NOW.minusSeconds(4));
    var rests = ((ConditionDecision.Put) ConditionDecision.release(clear, List.of(), false, NOW));
    var expected =
        "its condition orders-db has cleared, and the task is released at its next check, in 30 s";

    assertThat(message(seen(rests.row(), tester(3), 0), "")).isEqualTo(expected);
    assertThat(ConditionExplanation.reason(TASK, Optional.empty(), "", NOW).message())
        .isEqualTo(expected);
  }

  @Test
  void countsEachForgottenTesterAsOneTest() {
    var three = new Snapshot(closed(false), tester(14).stream().toList(), 3, 1, false);

    assertThat(three.tests()).isEqualTo(16);
  }

  private static Snapshot seen(ConditionRow row, Optional<Association> tester, int waiting) {
    return new Snapshot(row, tester.stream().toList(), 1, waiting, false);
  }

  private static Reason reason(Snapshot seen, String obstacle) {
    return ConditionExplanation.reason(TASK, Optional.of(seen), obstacle, NOW);
  }

  private static String message(Snapshot seen, String obstacle) {
    return reason(seen, obstacle).message();
  }

  private static ConditionRow closed(boolean holdsLambda) {
    var wish = new Blocking.Wish(DB, PROBE, holdsLambda, "no route");
    var lambda = LambdaDefinition.withDefaults(ORDERS, T0);
    var step = (Blocking.Close) Blocking.of(wish, TASK, lambda, Optional.empty(), T0);
    return ConditionCodec.read(ConditionCodec.write(step.row()));
  }

  private static ConditionDecision passed(List<Association> waiting) {
    return ConditionDecision.passed(closed(false), waiting, NOW.minusSeconds(30));
  }

  /** Returns the current tester after some attempts, with its retry due in 27 seconds. */
  private static Optional<Association> tester(int attempts) {
    var task = Association.scheduled(header(closed(false).testerTask(), PROBE));
    for (int attempt = 1; attempt <= attempts; attempt++) {
      var last = attempt == attempts;
      task = released(task);
      var claim = new Attempt(task.ref(), new ClaimId("0123456789abcdef"));
      var executor = new ExecutorId("host:1");
      task = after(task, Transitions.claim(claim, PROBE, executor, T0, NOW.plusSeconds(60)));
      task =
          after(
              task,
              Transitions.failRetriably(
                  claim,
                  PROBE,
                  attempt,
                  Outcome.failure("d" + attempt, REFUSED),
                  T0,
                  last ? NOW.plusSeconds(27) : T0,
                  Notes.NONE,
                  0));
    }
    return Optional.of(task);
  }

  private static Association blocked() {
    var task = released(Association.scheduled(header(new TaskId("0".repeat(32)), ORDERS)));
    return after(
        task,
        BlockTransitions.blockUnclaimed(task.ref(), new Block(DB, 1), T0, NOW.plusSeconds(30)));
  }

  private static TaskHeader header(TaskId taskId, LambdaName lambda) {
    return new TaskHeader(
        taskId, lambda, new Priority("normal"), null, 0, T0, T0, T0.plus(Duration.ofDays(1)), null);
  }

  private static Association released(Association task) {
    var rang = Objects.requireNonNull(task.trigger()).at();
    return after(
        task, Transitions.release(task.taskId(), task.epoch(), rang, rang, rang.plusSeconds(30)));
  }

  private static Association after(Association task, Transition transition) {
    assertThat(transition.failing(task)).isEmpty();
    return transition.applyTo(task);
  }
}
