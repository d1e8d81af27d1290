package dev.atf.frontend;

import dev.atf.frontend.Explanation.Reason;
import dev.atf.model.Association;
import dev.atf.model.Ellipsis;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskStatus;
import java.time.Duration;

/** How a task that has ended came to its end. */
final class FinishedReason {
  private static final int SAID_CHARS_MAX = 200;

  private FinishedReason() {}

  static Reason of(Association task) {
    var at = task.finishedAt();
    if (task.status() == TaskStatus.SUCCESS) {
      var startedAt = task.startedAt();
      var span =
          at == null || startedAt == null
              ? ""
              : ", after " + Spans.words(Duration.between(startedAt, at));
      return new Reason(
          ExplainCode.SUCCEEDED,
          "it succeeded at %s in attempt %d%s%s"
              .formatted(at, task.attempt(), span, children(task)),
          at,
          null);
    }
    if (task.status() == TaskStatus.CANCELLED) {
      return new Reason(
          ExplainCode.CANCELLED,
          "it was cancelled at %s: %s".formatted(at, message(task)),
          at,
          null);
    }
    if (code(task).equals(FrameworkFailure.DROPPED.name())) {
      return new Reason(
          ExplainCode.DROPPED,
          "it was dropped by a gate at %s: %s".formatted(at, message(task)),
          at,
          null);
    }
    return new Reason(
        ExplainCode.DEAD,
        "it is a dead letter since %s, after %d %s: %s: %s; redrive it with POST"
                .formatted(
                    at,
                    task.attempt(),
                    task.attempt() == 1 ? "attempt" : "attempts",
                    code(task),
                    message(task))
            + " /v1/lambdas/%s/tasks:redrive or `./atf dead redrive`"
                .formatted(task.header().lambda()),
        at,
        null);
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
    return "; it scheduled " + what + (task.isUnsettled() ? ", which are being made" : "");
  }

  /** Code and message of the latest failure. */
  static String said(Association task) {
    return code(task) + ": " + message(task);
  }

  private static String code(Association task) {
    var outcome = task.outcome();
    return outcome == null || outcome.failure() == null ? "UNKNOWN" : outcome.failure().code();
  }

  private static String message(Association task) {
    var outcome = task.outcome();
    var said = outcome == null || outcome.failure() == null ? "" : outcome.failure().message();
    if (said.isEmpty()) {
      return "no message";
    }
    return Ellipsis.cut(said, SAID_CHARS_MAX);
  }
}
