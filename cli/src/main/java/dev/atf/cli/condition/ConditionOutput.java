package dev.atf.cli.condition;

import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.Condition;
import java.io.PrintWriter;

/** Conditions for people. */
final class ConditionOutput {
  private static final String ROW = "%-24s  %-9s  %-24s  %5s  %s";

  private ConditionOutput() {}

  static String head() {
    return ROW.formatted("CONDITION", "PHASE", "SINCE", "TESTS", "");
  }

  static String row(Condition condition) {
    if (!condition.getUnreadable().isEmpty()) {
      return "%-24s  cannot be read: %s"
          .formatted(condition.getName(), TaskOutput.oneLine(condition.getUnreadable()));
    }
    return ROW.formatted(
        condition.getName(),
        condition.getPhase(),
        TaskOutput.time(condition.getSince()),
        condition.getTests(),
        TaskOutput.oneLine(said(condition)));
  }

  static void print(PrintWriter out, Condition condition) {
    TaskOutput.line(out, "condition", condition.getName());
    TaskOutput.line(out, "lambda", condition.getLambda() + held(condition));
    TaskOutput.line(
        out, "phase", condition.getPhase() + " since " + TaskOutput.time(condition.getSince()));
    TaskOutput.line(
        out,
        "closed",
        TaskOutput.time(condition.getClosedAt())
            + (condition.getReason().isEmpty() ? "" : ": " + condition.getReason()));
    TaskOutput.line(out, "waiting", waiting(condition));
    TaskOutput.line(out, "tester", tester(condition));
    TaskOutput.line(out, "tests", Integer.toString(condition.getTests()));
    TaskOutput.line(out, "failed", failure(condition));
    TaskOutput.line(
        out,
        "next test",
        condition.hasNextTestAt() ? TaskOutput.time(condition.getNextTestAt()) : "");
    TaskOutput.line(out, "trial", condition.getTrialTaskId());
    if (condition.getPhase() == Condition.Phase.CLEAR) {
      TaskOutput.line(out, "released", released(condition));
    }
  }

  private static String held(Condition condition) {
    boolean holds = condition.getHoldsLambda() && condition.getPhase() != Condition.Phase.CLEAR;
    return holds ? ", held: no other task of it starts" : "";
  }

  private static String waiting(Condition condition) {
    return (condition.getWaitingMore() ? "more than " : "") + condition.getWaiting();
  }

  private static String tester(Condition condition) {
    return "%s of lambda %s, %s"
        .formatted(
            condition.getTesterTaskId(),
            condition.getTesterLambda(),
            switch (condition.getTesterStatus()) {
              case TASK_STATUS_UNSPECIFIED -> "not made yet";
              default -> condition.getTesterStatus().name();
            });
  }

  private static String released(Condition condition) {
    var by = condition.getReleasedBy();
    return condition.getReleased() + (by.isEmpty() ? ", after a test" : ", released by " + by);
  }

  private static String failure(Condition condition) {
    return condition.hasFailure()
        ? condition.getFailure().getCode() + ": " + condition.getFailure().getMessage()
        : "";
  }

  private static String said(Condition condition) {
    var failure = failure(condition);
    return failure.isEmpty() ? condition.getReason() : failure;
  }
}
