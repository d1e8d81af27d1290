package dev.atf.cli.plan;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.ExplanationLines;
import dev.atf.cli.task.TaskOutput;
import dev.atf.cli.task.TaskPages;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ExplainPeriodicRequest;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.PeriodicServiceGrpc.PeriodicServiceBlockingStub;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.PreviewPeriodicRequest;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that show periodic tasks. */
final class PeriodicReadCommands {
  private PeriodicReadCommands() {}

  @Command(name = "get", description = "Show a periodic task, its next fires and its last one.")
  static final class Get extends PeriodicCommand.Call {
    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.get(GetPeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
    }
  }

  @Command(
      name = "explain",
      description = "Explain why a periodic task does not fire, or why its tasks do not run.")
  static final class Explain extends PeriodicCommand.OfOne {
    @Override
    public Integer call() {
      var request = ExplainPeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
      return api.answer(
          connection -> connection.periodic().explain(request),
          answer ->
              ExplanationLines.print(answer.getSummary(), answer.getReasonsList(), api.out()));
    }
  }

  @Command(name = "list", description = "List the periodic tasks of a lambda.")
  static final class ListAll extends OneLambdaCommand {
    @Override
    public Integer call() {
      return api.answer(this::all, all -> table(all).print(api.out(), api.terminal()));
    }

    private ListPeriodicResponse all(ApiConnection connection) {
      var request =
          ListPeriodicRequest.newBuilder().setLambda(lambda).setPageSize(TaskPages.PAGE_MAX);
      var all = ListPeriodicResponse.newBuilder();
      var token = "";
      do {
        request.setPageToken(token);
        var page = connection.periodic().list(request.build());
        all.addAllTasks(page.getTasksList());
        token = page.getNextPageToken();
      } while (!token.isEmpty());
      return all.build();
    }

    private static TextTable table(ListPeriodicResponse all) {
      var table = new TextTable("NAME", "SCHEDULE", "STATE", "NEXT", "FIRED", "SKIPPED", "MISSED");
      for (var task : all.getTasksList()) {
        table.add(
            task.getName(),
            task.getUnreadable().isEmpty()
                ? PeriodicCommand.text(task.getSchedule())
                : "cannot be read: " + TaskOutput.oneLine(task.getUnreadable()),
            PeriodicCommand.state(task),
            task.getNextFiresCount() == 0 ? "-" : TaskOutput.time(task.getNextFires(0).getAt()),
            Long.toString(task.getFiredCount()),
            Long.toString(task.getSkippedCount()),
            Long.toString(task.getMissedCount()));
      }
      return table;
    }
  }

  @Command(
      name = "next",
      description = "Show the next fires of a periodic task, or of a schedule.",
      footer = {
        "%nExamples:",
        "  atf periodic next command nightly",
        "  atf periodic next command --cron '30 2 * * *' --zone Europe/Berlin"
      })
  static final class Next extends OneLambdaCommand {
    @Mixin private PeriodicScheduleOptions schedule;

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "NAME",
        description = "The name of the periodic task; not with --cron or --every.")
    private @Nullable String name;

    @Option(
        names = {"-n", "--count"},
        paramLabel = "N",
        description = "How many (default: ${DEFAULT-VALUE}).")
    private int count = 10;

    @Option(
        names = "--after",
        paramLabel = "T",
        description = "Fires after this time (default: now).")
    private @Nullable Instant after;

    @Override
    public Integer call() {
      return api.answer(
          connection -> connection.periodic().preview(request()),
          answer ->
              answer
                  .getFiresList()
                  .forEach(fire -> api.out().println(TaskOutput.time(fire.getAt()))));
    }

    private PreviewPeriodicRequest request() {
      var request = PreviewPeriodicRequest.newBuilder().setLambda(lambda).setCount(count);
      Optional.ofNullable(name).ifPresent(request::setName);
      if (schedule.isGiven()) {
        request.setSchedule(schedule.schedule());
      }
      Optional.ofNullable(after).map(ProtoTimes::proto).ifPresent(request::setAfter);
      return request.build();
    }
  }

  @Command(name = "fires", description = "Show past fires and their tasks, the latest first.")
  static final class Fires extends PeriodicCommand.OfOne {
    @Option(
        names = {"-n", "--count"},
        paramLabel = "N",
        description = "How many (default: ${DEFAULT-VALUE}).")
    private int count = 20;

    @Option(
        names = "--before",
        paramLabel = "T",
        description = "Fires before this time (default: now).")
    private @Nullable Instant before;

    @Option(
        names = "--after",
        paramLabel = "T",
        description =
            "No fires before this time (default: its creation, or the start of its earliest"
                + " backfill).")
    private @Nullable Instant after;

    @Override
    public Integer call() {
      return api.answer(
          connection -> connection.periodic().listFires(request()),
          answer -> PeriodicCommand.print(api, answer.getFiresList()));
    }

    private ListFiresRequest request() {
      var request =
          ListFiresRequest.newBuilder().setLambda(lambda).setName(name).setPageSize(count);
      Optional.ofNullable(before).map(ProtoTimes::proto).ifPresent(request::setBefore);
      Optional.ofNullable(after).map(ProtoTimes::proto).ifPresent(request::setAfter);
      return request.build();
    }
  }
}
