package dev.atf.cli.task;

import com.google.protobuf.Timestamp;
import dev.atf.cli.output.CommandGroup;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.RescheduleTasksRequest;
import dev.atf.protocol.v1.ResubmitTasksRequest;
import dev.atf.protocol.v1.RunTasksNowRequest;
import dev.atf.protocol.v1.TaskFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atf bulk}: one change of many tasks. */
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
  /** {@code atf bulk cancel}. */
  @Command(
      name = "cancel",
      description =
          "Cancel the tasks that match: waiting tasks end immediately, running ones are asked"
              + " to stop.")
  static final class Cancel extends BulkChangeCommand {
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

  /** {@code atf bulk reschedule}. */
  @Command(name = "reschedule", description = "Change the time of the tasks that match.")
  static final class Reschedule extends BulkChangeCommand {
    @ArgGroup(multiplicity = "1")
    private RescheduleCommand.When when;

    /** Time of all pages: a task that has it already is left when a later page meets it again. */
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

  /** {@code atf bulk run}. */
  @Command(name = "run", description = "Make the tasks that match due now.")
  static final class Run extends BulkChangeCommand {
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

  /** {@code atf bulk resubmit}. */
  @Command(
      name = "resubmit",
      description = "Schedule a new task for each dead letter, or other ended task, that matches.")
  static final class Resubmit extends BulkChangeCommand {
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
}
