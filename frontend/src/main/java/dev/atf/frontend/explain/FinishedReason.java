package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Ellipsis;
import dev.atf.model.task.Association;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** Reason of a task that has ended. */
final class FinishedReason {
  private static final int FAILURE_CHARS_MAX = 200;

  /** Failures that the same program would repeat. */
  private static final Set<String> NEEDS_ANOTHER_HANDLER =
      Set.of(
          FrameworkFailure.RESULT_TOO_LARGE.name(),
          FrameworkFailure.CHILD_REFUSED.name(),
          FrameworkFailure.QUARANTINED.name());

  private FinishedReason() {}

  static Reason of(Facts facts) {
    var task = facts.task();
    var at = task.finishedAt();
    if (task.status() == TaskStatus.SUCCESS) {
      var startedAt = task.startedAt();
      var span =
          at == null || startedAt == null
              ? ""
              : ", after " + DurationText.of(Duration.between(startedAt, at));
      return new Reason(
          ExplainCode.SUCCEEDED,
          "it succeeded at %s in attempt %d%s%s"
              .formatted(at, task.attempt(), span, children(task)),
          at);
    }
    if (task.status() == TaskStatus.CANCELLED) {
      return new Reason(
          ExplainCode.CANCELLED,
          "it was cancelled at %s: %s".formatted(at, message(task)),
          at,
          null,
          facts.origin().remedy().orElse(""));
    }
    if (isDropped(task)) {
      return new Reason(
          ExplainCode.DROPPED,
          "it was dropped by a gate at %s: %s".formatted(at, message(task)),
          at,
          null,
          ofDropped(facts));
    }
    return new Reason(
        ExplainCode.DEAD,
        "it became a dead letter at %s, after %s: %s: %s"
            .formatted(at, Counted.of(task.attempt(), "attempt"), code(task), message(task)),
        at,
        null,
        facts.origin().remedy().orElseGet(() -> remedy(task)));
  }

  /** Returns whether a gate has dropped a task. */
  static boolean isDropped(Association task) {
    return task.status() == TaskStatus.FATAL_FAILURE
        && code(task).equals(FrameworkFailure.DROPPED.name());
  }

  /**
   * Returns the remedy for a dropped task: open the gates that are closed now, then redrive the
   * task.
   */
  private static String ofDropped(Facts facts) {
    var task = facts.task();
    var open = facts.gates().stream().map(GateReason::resume).collect(Collectors.joining(" and "));
    var again =
        facts
            .origin()
            .remedy()
            .orElseGet(
                () ->
                    "redrive it with "
                        + ShellCommands.atf("dead redrive", task.header().lambda(), task.taskId()));
    return "if that was wrong, "
        + (open.isEmpty() ? again : "open the gate with %s; then: %s".formatted(open, again));
  }

  private static String remedy(Association dead) {
    var redrive = ShellCommands.atf("dead redrive", dead.header().lambda(), dead.taskId());
    if (code(dead).equals("PAYLOAD_UNREADABLE")) {
      return "its handler cannot read its payload: schedule a copy with another payload (%s), or deploy a handler that can read the payload and redrive the task (%s)"
          .formatted(ShellCommands.atf("resubmit --payload JSON", dead.taskId()), redrive);
    }
    return (NEEDS_ANOTHER_HANDLER.contains(code(dead))
            ? "fix its handler, then redrive it with "
            : "redrive it with ")
        + redrive;
  }

  private static String children(Association task) {
    var children = task.children();
    if (!children.any()) {
      return "";
    }
    int count = children.count();
    int joins = children.joins().size();
    var what =
        (count == 1 ? "1 child" : count + " children")
            + (joins == 0 ? "" : joins == 1 ? " and 1 join" : " and " + joins + " joins");
    return "; it scheduled " + what + (children.pending() ? ", which are being created" : "");
  }

  /** Returns code and message of the latest failure. */
  static String failureText(Association task) {
    return code(task) + ": " + message(task);
  }

  private static String code(Association task) {
    var outcome = task.outcome();
    return outcome == null || outcome.failure() == null ? "UNKNOWN" : outcome.failure().code();
  }

  private static String message(Association task) {
    var outcome = task.outcome();
    var failureText =
        outcome == null || outcome.failure() == null ? "" : outcome.failure().message();
    if (failureText.isEmpty()) {
      return "no message";
    }
    return Ellipsis.cut(failureText, FAILURE_CHARS_MAX);
  }
}
