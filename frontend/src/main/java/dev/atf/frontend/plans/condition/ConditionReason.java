package dev.atf.frontend.plans.condition;

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
import dev.atf.plans.condition.ConditionState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reason of a task that waits for a condition. */
public final class ConditionReason {
  private static final int CAUSE_CHARS_MAX = 200;

  private ConditionReason() {}

  /**
   * Returns the reason of a task that waits for a condition.
   *
   * @param condition condition for which the task waits; empty if it is no longer stored
   * @param obstacle clause on what prevents the condition's tester from running; empty if nothing
   *     does
   */
  public static Reason of(
      Association task, Optional<ConditionFacts> condition, String obstacle, Instant now) {
    return new Reason(
        ExplainCode.BLOCKED,
        condition
            .filter(facts -> !facts.row().rests())
            .map(facts -> message(task, facts, obstacle, now))
            .orElseGet(() -> cleared(task, now)),
        blockedAt(task),
        null,
        condition
            .filter(facts -> !facts.row().rests())
            .map(facts -> remedy(task, facts))
            .orElse("wait: it is released automatically"));
  }

  private static String remedy(Association task, ConditionFacts facts) {
    var lambda = task.header().lambda();
    var release = ShellCommands.atf("condition release", lambda, conditionOf(task));
    return switch (facts.row().state().phase()) {
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
      Association task, ConditionFacts facts, String obstacle, Instant now) {
    var state = facts.row().state();
    return switch (state.phase()) {
      case CLOSED ->
          "%s%s; %s%s%s"
              .formatted(
                  waits(task, facts),
                  cause(facts),
                  tested(facts, now),
                  kept(obstacle),
                  held(facts));
      case HALF_OPEN ->
          "%s: a test succeeded %s ago, and task %s is tried to find out whether the others can run%s"
              .formatted(
                  waits(task, facts),
                  DurationText.of(Duration.between(state.since(), now)),
                  state.trial().map(trial -> trial.taskId().value()).orElse("?"),
                  held(facts));
      case CLEAR -> ramp(task, facts, state, now);
    };
  }

  private static String ramp(
      Association task, ConditionFacts facts, ConditionState state, Instant now) {
    return "%s, which cleared %s ago%s: its tasks are released at a growing rate, %s so far"
        .formatted(
            waits(task, facts),
            DurationText.of(Duration.between(state.since(), now)),
            state.by().isEmpty() ? "" : ", released by " + state.by(),
            state.released());
  }

  private static String waits(Association task, ConditionFacts facts) {
    int others = Math.max(0, facts.waiting() - 1);
    var with =
        others == 0
            ? ""
            : "with %s%s "
                .formatted(facts.waitingMore() ? "more than " : "", Counted.of(others, "other"));
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
  private static String cause(ConditionFacts facts) {
    var cause =
        facts.failure().map(ConditionReason::words).orElseGet(() -> facts.row().state().reason());
    return cause.isEmpty() ? "" : ": " + cause;
  }

  private static String words(Failure failure) {
    var words = failure.message().isEmpty() ? failure.code() : failure.message();
    return words.length() <= CAUSE_CHARS_MAX ? words : words.substring(0, CAUSE_CHARS_MAX) + "…";
  }

  private static String tested(ConditionFacts facts, Instant now) {
    int tests = facts.tests();
    var soFar = tests == 0 ? "not tested yet" : "tested " + Counted.of(tests, "time");
    return facts
        .nextTestAt()
        .map(
            at ->
                at.isAfter(now)
                    ? "%s, next test in %s"
                        .formatted(soFar, DurationText.of(Duration.between(now, at)))
                    : soFar + ", next test due")
        .orElse(soFar + ", a test is running now");
  }

  private static String kept(String obstacle) {
    return obstacle.isEmpty() ? "" : "; but its tester cannot run: " + obstacle;
  }

  private static String held(ConditionFacts facts) {
    return facts.row().state().holdsLambda()
        ? "; it holds its lambda %s: no other task of the lambda starts"
            .formatted(facts.row().plan().lambda())
        : "";
  }
}
