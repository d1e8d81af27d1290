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
          facts.origin().remedy().orElseGet(() -> ofCancelled(facts)));
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
        facts.origin().remedy().orElseGet(() -> beforehand(facts) + ofDead(facts)));
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
                    beforehand(facts)
                        + "redrive it with "
                        + ShellCommands.atf("dead redrive", task.header().lambda(), task.taskId()));
    return "if that was wrong, "
        + (open.isEmpty() ? again : "open the gate with %s; then: %s".formatted(open, again));
  }

  /** Returns the remedy for a cancelled task; empty for that of its code. */
  private static String ofCancelled(Facts facts) {
    var before = beforehand(facts);
    return before.isEmpty()
        ? ""
        : before
            + "then, if that was wrong, schedule a copy of it with "
            + ShellCommands.atf("resubmit", facts.task().taskId());
  }

  /** Returns the step without which no command schedules the task again; empty if none is due. */
  private static String beforehand(Facts facts) {
    boolean open = facts.lambda().filter(known -> known.closedAt() == null).isPresent();
    var lambda = facts.task().header().lambda();
    return open
        ? ""
        : "lambda %s %s: register it with %s first; "
            .formatted(
                lambda,
                facts.lambda().isPresent() ? "accepts no tasks" : "is no longer registered",
                ShellCommands.atf("lambda register", lambda));
  }

  private static String ofDead(Facts facts) {
    var dead = facts.task();
    var priority = dead.header().priority();
    var other = facts.lambda().filter(known -> !known.priorities().contains(priority));
    if (other.isPresent()) {
      return "its lambda no longer has its priority %s: schedule a copy of it with %s"
          .formatted(
              priority,
              ShellCommands.atf(
                  "resubmit --priority", other.get().defaultPriority(), dead.taskId()));
    }
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
