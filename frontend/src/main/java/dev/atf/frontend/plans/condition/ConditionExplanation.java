package dev.atf.frontend.plans.condition;

import dev.atf.frontend.explain.AbsentWorkers;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.origin.BlockedReason;
import dev.atf.frontend.plans.UnreadablePlan;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.Failure;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.condition.ConditionState;
import dev.atf.store.GateRegistry;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains why a task waits for a condition. */
public final class ConditionExplanation implements BlockedReason {
  private static final int CAUSE_CHARS_MAX = 200;

  private final Plans plans;
  private final ConditionView view;
  private final LambdaCache lambdas;
  private final AbsentWorkers workers;
  private final GateRegistry gates;

  @Inject
  ConditionExplanation(
      Plans plans,
      ConditionView view,
      LambdaCache lambdas,
      AbsentWorkers workers,
      GateRegistry gates) {
    this.plans = plans;
    this.view = view;
    this.lambdas = lambdas;
    this.workers = workers;
    this.gates = gates;
  }

  @Override
  public Reason of(Association blocked, Instant now) {
    try {
      return read(blocked, now);
    } catch (UnreadablePlanException e) {
      return UnreadablePlan.reason(e, "the task stays blocked");
    }
  }

  private Reason read(Association blocked, Instant now) {
    var lambda = blocked.header().lambda();
    var condition =
        Optional.ofNullable(blocked.block())
            .flatMap(
                block -> ConditionCodec.find(plans, ConditionRow.id(lambda, block.condition())))
            .map(view::read);
    var obstacle = condition.map(seen -> obstacle(seen, now)).orElse("");
    return reason(blocked, condition, obstacle, now);
  }

  /**
   * Returns a clause on what prevents the tester of a closed condition from running; empty if
   * nothing does.
   */
  private String obstacle(ConditionView.Snapshot seen, Instant now) {
    var state = seen.row().state();
    boolean runs = seen.tester().filter(task -> task.status().running()).isPresent();
    if (state.phase() != ConditionPhase.CLOSED || runs) {
      return "";
    }
    var lambda = state.tester().lambda();
    if (lambdas.find(lambda).isEmpty()) {
      return "its lambda %s is not registered".formatted(lambda);
    }
    return gates.read().closed(lambda, null, now).isPresent()
        ? "the gate of its lambda %s is closed".formatted(lambda)
        : workers.of(lambda, now).orElse("");
  }

  /**
   * Returns the reason of a task that waits for a condition.
   *
   * @param condition condition for which the task waits; empty if it is no longer stored
   * @param obstacle clause on what prevents the condition's tester from running; empty if nothing
   *     does
   */
  public static Reason reason(
      Association task, Optional<ConditionView.Snapshot> condition, String obstacle, Instant now) {
    return new Reason(
        ExplainCode.BLOCKED,
        condition
            .filter(known -> !known.row().rests())
            .map(known -> message(task, known, obstacle, now))
            .orElseGet(() -> cleared(task, now)),
        blockedAt(task),
        null,
        condition
            .filter(known -> !known.row().rests())
            .map(known -> remedy(task, known))
            .orElse("wait: it is released automatically"));
  }

  private static String remedy(Association task, ConditionView.Snapshot seen) {
    var lambda = task.header().lambda();
    var release = ShellCommands.atf("condition release", lambda, conditionOf(task));
    return switch (seen.row().state().phase()) {
      case CLOSED ->
          "fix what the tests report, then test now with %s; %s releases its tasks without a test"
              .formatted(ShellCommands.atf("condition test", lambda, conditionOf(task)), release);
      case HALF_OPEN -> "wait for that task; %s releases the others immediately".formatted(release);
      case CLEAR -> "wait: they are released automatically";
    };
  }

  private static @Nullable Instant blockedAt(Association task) {
    return task.history().entries().stream()
        .filter(
            entry -> entry.event() == TaskEvent.BLOCK || entry.event() == TaskEvent.BLOCK_UNCLAIMED)
        .map(HistoryEntry::at)
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  private static String cleared(Association task, Instant now) {
    return "its condition %s has cleared, and the task is released at its next check%s"
        .formatted(
            conditionOf(task),
            Optional.ofNullable(task.trigger())
                .map(Trigger::at)
                .map(at -> ", in " + DurationText.of(Duration.between(now, at)))
                .orElse(""));
  }

  private static String message(
      Association task, ConditionView.Snapshot seen, String obstacle, Instant now) {
    var state = seen.row().state();
    return switch (state.phase()) {
      case CLOSED ->
          "%s%s; %s%s%s"
              .formatted(
                  waits(task, seen), cause(seen), tested(seen, now), kept(obstacle), held(seen));
      case HALF_OPEN ->
          "%s: a test succeeded %s ago, and task %s is tried to find out whether the others can run%s"
              .formatted(
                  waits(task, seen),
                  DurationText.of(Duration.between(state.since(), now)),
                  state.trial().map(trial -> trial.taskId().value()).orElse("?"),
                  held(seen));
      case CLEAR -> ramp(task, seen, state, now);
    };
  }

  private static String ramp(
      Association task, ConditionView.Snapshot seen, ConditionState state, Instant now) {
    return "%s, which cleared %s ago%s: its tasks are released at a growing rate, %s so far"
        .formatted(
            waits(task, seen),
            DurationText.of(Duration.between(state.since(), now)),
            state.by().isEmpty() ? "" : ", released by " + state.by(),
            state.released());
  }

  private static String waits(Association task, ConditionView.Snapshot seen) {
    int others = Math.max(0, seen.waiting() - 1);
    var with =
        others == 0
            ? ""
            : "with %s%s "
                .formatted(seen.waitingMore() ? "more than " : "", Counted.of(others, "other"));
    return "%sit waits for condition %s".formatted(with, conditionOf(task));
  }

  private static String conditionOf(Association task) {
    var block = task.block();
    return block == null ? "?" : block.condition().value();
  }

  /**
   * Returns a colon and the latest failure of a test or, without one, the reason for which the
   * condition was closed.
   */
  private static String cause(ConditionView.Snapshot seen) {
    var cause =
        seen.failure()
            .map(ConditionExplanation::words)
            .orElseGet(() -> seen.row().state().reason());
    return cause.isEmpty() ? "" : ": " + cause;
  }

  private static String words(Failure failure) {
    var words = failure.message().isEmpty() ? failure.code() : failure.message();
    return words.length() <= CAUSE_CHARS_MAX ? words : words.substring(0, CAUSE_CHARS_MAX) + "…";
  }

  private static String tested(ConditionView.Snapshot seen, Instant now) {
    int tests = seen.tests();
    var soFar = tests == 0 ? "not tested yet" : "tested " + Counted.of(tests, "time");
    return seen.nextTestAt()
        .map(
            at ->
                at.isAfter(now)
                    ? "%s, next test in %s"
                        .formatted(soFar, DurationText.of(Duration.between(now, at)))
                    : soFar + ", next test due")
        .orElseGet(() -> soFar + seen.tester().map(ConditionExplanation::doing).orElse(""));
  }

  /** Returns a clause on the test that was released last. */
  private static String doing(Association tester) {
    return switch (tester.status()) {
      case CLAIMED, PROCESSING -> ", a test is running now";
      case NEW, ENQUEUED, RETRIABLE_FAILURE, BLOCKED -> ", a test is about to start";
      case SUCCESS, FATAL_FAILURE, CANCELLED -> ", a test has just ended";
    };
  }

  private static String kept(String obstacle) {
    return obstacle.isEmpty() ? "" : "; but its tester cannot run: " + obstacle;
  }

  private static String held(ConditionView.Snapshot seen) {
    return seen.row().state().holdsLambda()
        ? "; it holds its lambda %s: no other task of the lambda starts"
            .formatted(seen.row().plan().lambda())
        : "";
  }
}
