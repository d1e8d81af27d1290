package dev.atf.cli.task;

import com.google.protobuf.Timestamp;
import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.ProgressLine;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.RescheduleTasksRequest;
import dev.atf.protocol.v1.ResubmitTasksRequest;
import dev.atf.protocol.v1.RunTasksNowRequest;
import dev.atf.protocol.v1.TaskFilter;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atf bulk}: changes many tasks. */
@Command(
    name = "bulk",
    description =
        "Change all tasks that match a filter (for dead letters see also atf dead redrive).",
    subcommands = {
      BulkCommand.Cancel.class,
      BulkCommand.Reschedule.class,
      BulkCommand.Run.class,
      BulkCommand.Resubmit.class
    })
public final class BulkCommand extends CommandGroup {
  /** {@code atf bulk cancel}: cancels the tasks that match. */
  @Command(
      name = "cancel",
      description =
          "Cancel the tasks that match: waiting tasks end immediately, running ones are asked"
              + " to stop.")
  static final class Cancel extends Change {
    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The reason, for the history of the task.")
    private String reason = "";

    Cancel() {
      super("cancelled");
    }

    @Override
    ChangeTasksResponse page(
        ApiConnection connection, TaskFilter filter, boolean dryRun, String pageToken) {
      return connection
          .tasks()
          .cancelTasks(
              CancelTasksRequest.newBuilder()
                  .setLambda(lambda)
                  .setFilter(filter)
                  .setPageSize(TaskPages.PAGE_MAX)
                  .setPageToken(pageToken)
                  .setDryRun(dryRun)
                  .setReason(reason)
                  .build());
    }
  }

  /** {@code atf bulk reschedule}: changes the time of the tasks that match. */
  @Command(name = "reschedule", description = "Change the time of the tasks that match.")
  static final class Reschedule extends Change {
    @ArgGroup(multiplicity = "1")
    private TaskCommands.Reschedule.When when;

    /**
     * New time, which is the same for all pages. A task on a later page that already has this time
     * is not changed.
     */
    private @Nullable Timestamp scheduledAt;

    Reschedule() {
      super("rescheduled");
    }

    @Override
    ChangeTasksResponse page(
        ApiConnection connection, TaskFilter filter, boolean dryRun, String pageToken) {
      var at = scheduledAt == null ? ProtoTimes.proto(when.instant()) : scheduledAt;
      scheduledAt = at;
      return connection
          .tasks()
          .rescheduleTasks(
              RescheduleTasksRequest.newBuilder()
                  .setLambda(lambda)
                  .setFilter(filter)
                  .setPageSize(TaskPages.PAGE_MAX)
                  .setPageToken(pageToken)
                  .setDryRun(dryRun)
                  .setScheduledAt(at)
                  .build());
    }
  }

  /** {@code atf bulk run}: makes the tasks that match due now. */
  @Command(name = "run", description = "Make the tasks that match due now.")
  static final class Run extends Change {
    Run() {
      super("made due");
    }

    @Override
    ChangeTasksResponse page(
        ApiConnection connection, TaskFilter filter, boolean dryRun, String pageToken) {
      return connection
          .tasks()
          .runTasksNow(
              RunTasksNowRequest.newBuilder()
                  .setLambda(lambda)
                  .setFilter(filter)
                  .setPageSize(TaskPages.PAGE_MAX)
                  .setPageToken(pageToken)
                  .setDryRun(dryRun)
                  .build());
    }
  }

  /** {@code atf bulk resubmit}: schedules a new task for each ended task that matches. */
  @Command(
      name = "resubmit",
      description = "Schedule a new task for each dead letter, or other ended task, that matches.")
  static final class Resubmit extends Change {
    @ArgGroup private DueOptions due = new DueOptions();

    Resubmit() {
      super("resubmitted");
    }

    @Override
    ChangeTasksResponse page(
        ApiConnection connection, TaskFilter filter, boolean dryRun, String pageToken) {
      var request =
          ResubmitTasksRequest.newBuilder()
              .setLambda(lambda)
              .setFilter(filter)
              .setPageSize(TaskPages.PAGE_MAX)
              .setPageToken(pageToken)
              .setDryRun(dryRun);
      due.into(request::setScheduledAt, request::setDelay);
      return connection.tasks().resubmitTasks(request.build());
    }
  }

  /**
   * Changes all matching tasks, page by page. After an interruption, a repeated command changes the
   * remaining tasks.
   */
  abstract static class Change extends OneLambdaCommand {
    @Spec private CommandSpec spec;

    @Mixin private FilterOptions filter;

    @Option(names = "--all", description = "All tasks of that state.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only count, and change nothing.")
    private boolean dryRun;

    private final String changed;

    /**
     * Creates the options of a command.
     *
     * @param changed past participle of the command's verb, for messages
     */
    Change(String changed) {
      this.changed = changed;
    }

    /** Changes one page. */
    abstract ChangeTasksResponse page(
        ApiConnection connection, TaskFilter filter, boolean dryRun, String pageToken);

    @Override
    public Integer call() {
      if (all != filter.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            all
                ? "--all and a filter exclude each other"
                : "Which tasks? Give a filter such as --label KEY=VALUE, or --all");
      }
      try (var connection = api.connect()) {
        var answer = change(connection);
        api.print(answer, this::print);
        return answer.getRefused() == 0 ? 0 : 1;
      }
    }

    private ChangeTasksResponse change(ApiConnection connection) {
      var progress = new ProgressLine(System.err);
      var sum = ChangeTasksResponse.newBuilder();
      var leftAlone = new UnchangedTasks();
      progress.begin(dryRun ? "checked" : changed, -1);
      try {
        do {
          var page = page(connection, filter.filter(), dryRun, sum.getNextPageToken());
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

    private void print(ChangeTasksResponse answer) {
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
