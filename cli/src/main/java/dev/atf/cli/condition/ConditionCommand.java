package dev.atf.cli.condition;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.LimitOption;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.GetConditionRequest;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import dev.atf.protocol.v1.ReleaseConditionRequest;
import dev.atf.protocol.v1.TestConditionRequest;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code atf condition}: shows and changes the conditions for which tasks of a lambda wait. */
@Command(
    name = "condition",
    description = "Show and test the conditions that tasks wait for, or release the tasks.",
    subcommands = {
      ConditionCommand.ListConditions.class,
      ConditionCommand.Get.class,
      ConditionCommand.Test.class,
      ConditionCommand.Release.class
    })
public final class ConditionCommand extends CommandGroup {
  @Command(
      name = "list",
      description = "List the conditions of a lambda, those that are not clear first.")
  static final class ListConditions extends OneLambdaCommand {
    private static final int PAGE_MAX = 1_000;

    @Mixin private Bounds bounds;
    @Mixin private LimitOption limit;

    @Override
    public Integer call() {
      int most = limit.get(bounds);
      return api.answer(connection -> all(connection, most), this::print);
    }

    private ListConditionsResponse all(ApiConnection connection, int most) {
      var request = ListConditionsRequest.newBuilder().setLambda(lambda);
      var all = ListConditionsResponse.newBuilder();
      do {
        request
            .setPageSize(Math.min(PAGE_MAX, most - all.getConditionsCount()))
            .setPageToken(all.getNextPageToken());
        var page = connection.conditions().listConditions(request.build());
        all.addAllConditions(page.getConditionsList()).setNextPageToken(page.getNextPageToken());
      } while (!all.getNextPageToken().isEmpty() && all.getConditionsCount() < most);
      return all.build();
    }

    private void print(ListConditionsResponse answer) {
      if (answer.getConditionsCount() == 0) {
        api.out().println("no task of " + lambda + " was blocked on a condition recently");
      } else {
        api.out().println(api.terminal().fit(ConditionOutput.head()));
      }
      answer
          .getConditionsList()
          .forEach(
              condition -> api.out().println(api.terminal().fit(ConditionOutput.row(condition))));
      if (!answer.getNextPageToken().isEmpty()) {
        api.err().println("there may be more: --limit shows them");
      }
    }
  }

  /** Command about one condition. It makes one call and prints the answer. */
  abstract static class OfOne extends OneLambdaCommand {
    @Parameters(index = "1", paramLabel = "CONDITION", description = "The name of the condition.")
    String condition;

    abstract Condition call(ApiConnection connection);

    @Override
    public final Integer call() {
      return api.answer(this::call, answer -> ConditionOutput.print(api.out(), answer));
    }
  }

  @Command(
      name = "get",
      description = "Show a condition: its phase, its tester, its waiting tasks.")
  static final class Get extends OfOne {
    @Override
    Condition call(ApiConnection connection) {
      var request = GetConditionRequest.newBuilder().setLambda(lambda).setCondition(condition);
      return connection.conditions().getCondition(request.build());
    }
  }

  @Command(name = "test", description = "Test a closed condition now.")
  static final class Test extends OfOne {
    @Override
    Condition call(ApiConnection connection) {
      var request = TestConditionRequest.newBuilder().setLambda(lambda).setCondition(condition);
      return connection.conditions().testCondition(request.build());
    }
  }

  @Command(
      name = "release",
      description =
          "Release the tasks of a condition at its growing rate, regardless of its tests.")
  static final class Release extends OfOne {
    @Override
    Condition call(ApiConnection connection) {
      var request = ReleaseConditionRequest.newBuilder().setLambda(lambda).setCondition(condition);
      return connection.conditions().releaseCondition(request.build());
    }
  }

  /** Prints conditions for people. */
  private static final class ConditionOutput {
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
          TaskOutput.oneLine(cause(condition)));
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

    private static String cause(Condition condition) {
      var failure = failure(condition);
      return failure.isEmpty() ? condition.getReason() : failure;
    }
  }
}
