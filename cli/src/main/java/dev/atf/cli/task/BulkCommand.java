package dev.atf.cli.task;

import static dev.atf.cli.access.Argument.LAMBDA;
import static dev.atf.cli.access.Argument.all;
import static dev.atf.cli.access.Argument.fixed;
import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Call.call;

import com.google.protobuf.Message;
import dev.atf.cli.access.Argument;
import dev.atf.cli.access.CallCommand;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.output.ProgressLine;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.TaskFilter;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atf bulk}: changes many tasks. */
@Command(
    name = "bulk",
    description =
        "Change all tasks that match a filter (for dead letters see also atf dead redrive).")
public final class BulkCommand extends CommandGroup implements CommandTable {
  private static final Argument TASKS = tasks(TaskArguments.PENDING_OR_ANY);
  private static final Argument ENDED_TASKS = tasks("any with --label, otherwise dead");

  private static Argument tasks(String usual) {
    return all(
        LAMBDA,
        fixed("filter", TaskFilter.getDefaultInstance()),
        TaskArguments.filter("filter.", usual),
        option("--dry-run", "Only count, and change nothing."),
        fixed("page_size", TaskPages.PAGE_MAX));
  }

  @Override
  public List<?> commands() {
    return List.of(
        call(
                "cancel",
                "Cancel the tasks that match: waiting tasks end immediately, running ones are asked"
                    + " to stop.")
            .with(TASKS, TaskArguments.REASON)
            .as(all -> new Change<>("cancelled", TaskServiceGrpc::getCancelTasksMethod, all)),
        call("reschedule", "Change the time of the tasks that match.")
            .with(TASKS, TaskArguments.WHEN)
            .as(all -> new Change<>("rescheduled", TaskServiceGrpc::getRescheduleTasksMethod, all)),
        call("run", "Make the tasks that match due now.")
            .with(TASKS)
            .as(all -> new Change<>("made due", TaskServiceGrpc::getRunTasksNowMethod, all)),
        call(
                "resubmit",
                "Schedule a new task for each dead letter, or other ended task, that matches.")
            .with(ENDED_TASKS, TaskArguments.DUE)
            .as(all -> new Change<>("resubmitted", TaskServiceGrpc::getResubmitTasksMethod, all)));
  }

  /**
   * Changes all matching tasks, page by page. After an interruption, a repeated command changes the
   * remaining tasks.
   */
  private static final class Change<Q extends Message> extends CallCommand<Q, ChangeTasksResponse> {
    @Spec private CommandSpec spec;

    @Option(names = "--all", description = "All tasks of that state.")
    private boolean all;

    private final String changed;

    /**
     * Creates a command.
     *
     * @param changed past participle of the command's verb, for messages
     */
    Change(
        String changed,
        Supplier<MethodDescriptor<Q, ChangeTasksResponse>> method,
        List<Argument> arguments) {
      super(method, arguments);
      this.changed = changed;
    }

    @Override
    public Integer call() {
      var request = request();
      boolean dryRun = (boolean) field(request, "dry_run");
      if (all != TaskArguments.isEmpty((TaskFilter) field(request, "filter"))) {
        throw new ParameterException(
            spec.commandLine(),
            all
                ? "--all and a filter exclude each other"
                : "Which tasks? Give a filter such as --label KEY=VALUE, or --all");
      }
      try (var connection = api.connect()) {
        var answer = change(connection, request, dryRun);
        api.print(answer, shown -> print(shown, dryRun));
        return answer.getRefused() == 0 ? 0 : 1;
      }
    }

    private ChangeTasksResponse change(ApiConnection connection, Q request, boolean dryRun) {
      var progress = new ProgressLine(System.err);
      var sum = ChangeTasksResponse.newBuilder();
      var leftAlone = new UnchangedTasks();
      progress.begin(dryRun ? "checked" : changed, -1);
      try {
        do {
          var page = answer(connection, with(request, "page_token", sum.getNextPageToken()));
          sum.setChanged(sum.getChanged() + page.getChanged())
              .setExamined(sum.getExamined() + page.getExamined())
              .setRefused(sum.getRefused() + page.getRefused())
              .setNextPageToken(page.getNextPageToken());
          if (sum.getRefusalsCount() == 0) {
            sum.addAllRefusals(page.getRefusalsList());
          }
          leftAlone.add(page.getLeftAloneList());
          progress.step(dryRun ? sum.getExamined() : sum.getChanged());
        } while (!sum.getNextPageToken().isEmpty());
      } catch (StatusRuntimeException e) {
        progress.end();
        api.err()
            .printf("%d %s so far; run the same command to continue%n", sum.getChanged(), changed);
        throw e;
      } finally {
        progress.end();
      }
      return sum.addAllLeftAlone(leftAlone.all()).build();
    }

    private void print(ChangeTasksResponse answer, boolean dryRun) {
      api.out()
          .printf(
              dryRun ? "%d would be %s, of %d checked%n" : "%d %s, of %d checked%n",
              answer.getChanged(),
              changed,
              answer.getExamined());
      UnchangedTasks.print(answer.getLeftAloneList(), api.err());
    }
  }
}
