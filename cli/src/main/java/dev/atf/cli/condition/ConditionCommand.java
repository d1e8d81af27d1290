package dev.atf.cli.condition;

import static dev.atf.cli.access.Argument.LAMBDA;
import static dev.atf.cli.access.Argument.parameter;
import static dev.atf.cli.access.Call.call;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.ConditionServiceGrpc;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code atf condition}: shows and changes the conditions for which tasks of a lambda wait. */
@Command(
    name = "condition",
    description = "Show and test the conditions that tasks wait for, or release the tasks.")
public final class ConditionCommand extends CommandGroup implements CommandTable {
  private static final String ROW = "%-24s  %-9s  %-24s  %5s  %s";

  private static final Argument CONDITION = parameter("CONDITION", "The name of the condition.");

  @Override
  public List<?> commands() {
    return List.of(
        call("list", "List the conditions of a lambda, those that are not clear first.")
            .with(LAMBDA)
            .lists(ConditionServiceGrpc::getListConditionsMethod, ConditionCommand::printAll),
        call("get", "Show a condition: its phase, its tester, its waiting tasks.")
            .with(LAMBDA, CONDITION)
            .calls(ConditionServiceGrpc::getGetConditionMethod, ConditionCommand::print),
        call("test", "Test a closed condition now.")
            .with(LAMBDA, CONDITION)
            .calls(ConditionServiceGrpc::getTestConditionMethod, ConditionCommand::print),
        call(
                "release",
                "Release the tasks of a condition at its growing rate, regardless of its tests.")
            .with(LAMBDA, CONDITION)
            .calls(ConditionServiceGrpc::getReleaseConditionMethod, ConditionCommand::print));
  }

  private static void printAll(
      ApiOptions api, ListConditionsRequest request, ListConditionsResponse answer) {
    if (answer.getConditionsCount() == 0) {
      api.out()
          .println("no task of " + request.getLambda() + " was blocked on a condition recently");
      return;
    }
    var head = ROW.formatted("CONDITION", "PHASE", "SINCE", "TESTS", "");
    api.out().println(api.terminal().fit(head));
    answer
        .getConditionsList()
        .forEach(condition -> api.out().println(api.terminal().fit(row(condition))));
  }

  private static String row(Condition condition) {
    if (!condition.getUnreadable().isEmpty()) {
      return "%-24s  cannot be read: %s"
          .formatted(condition.getName(), TaskOutput.oneLine(condition.getUnreadable()));
    }
    var failure = failure(condition);
    return ROW.formatted(
        condition.getName(),
        condition.getPhase(),
        TaskOutput.time(condition.getSince()),
        condition.getTests(),
        TaskOutput.oneLine(failure.isEmpty() ? condition.getReason() : failure));
  }

  private static void print(ApiOptions api, Condition condition) {
    var out = api.out();
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
              case TASK_STATUS_UNSPECIFIED -> "not created yet";
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
}
