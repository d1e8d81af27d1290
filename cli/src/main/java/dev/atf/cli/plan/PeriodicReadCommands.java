package dev.atf.cli.plan;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.cli.task.TaskPages;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.PreviewPeriodicRequest;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that show periodic tasks. */
final class PeriodicReadCommands {
  private PeriodicReadCommands() {}

  @Command(name = "get", description = "Show a periodic task, its next fires and its last.")
  static final class Get implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private PeriodicCommand.Name name;

    @Override
    public Integer call() {
      var request =
          GetPeriodicRequest.newBuilder().setLambda(name.lambda()).setName(name.name()).build();
      try (var connection = api.connect()) {
        PeriodicCommand.print(api, connection.periodic().get(request));
        return 0;
      }
    }
  }

  @Command(name = "list", description = "List the periodic tasks of a lambda.")
  static final class ListAll implements Callable<Integer> {
    @Mixin private ApiOptions api;

    @Parameters(paramLabel = "LAMBDA", description = "The name of the lambda.")
    private String lambda;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        var all = all(connection);
        if (api.json()) {
          api.printJson(all);
        } else {
          table(all).print(api.out(), api.terminal());
        }
        return 0;
      }
    }

    private ListPeriodicResponse all(ApiConnection connection) {
      var all = ListPeriodicResponse.newBuilder();
      var token = "";
      do {
        var page =
            connection
                .periodic()
                .list(
                    ListPeriodicRequest.newBuilder()
                        .setLambda(lambda)
                        .setPageSize(TaskPages.PAGE_MAX)
                        .setPageToken(token)
                        .build());
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
            PeriodicCommand.text(task.getSchedule()),
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
  public static final class Next implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private PeriodicScheduleOptions schedule;

    @Parameters(index = "0", paramLabel = "LAMBDA", description = "The name of the lambda.")
    private String lambda;

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "NAME",
        description = "Of the periodic task; not with --cron or --every.")
    private @Nullable String name;

    @Option(
        names = {"-n", "--count"},
        paramLabel = "N",
        defaultValue = "10",
        description = "How many (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(names = "--after", paramLabel = "T", description = "Fires after this (default: now).")
    private @Nullable Instant after;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        var answer = connection.periodic().preview(request());
        if (api.json()) {
          api.printJson(answer);
        } else {
          answer.getFiresList().forEach(fire -> api.out().println(TaskOutput.time(fire.getAt())));
          api.out().flush();
        }
        return 0;
      }
    }

    private PreviewPeriodicRequest request() {
      var request = PreviewPeriodicRequest.newBuilder().setLambda(lambda).setCount(count);
      if (name != null) {
        request.setName(name);
      }
      if (schedule.isGiven()) {
        request.setSchedule(schedule.schedule());
      }
      if (after != null) {
        request.setAfter(ProtoTimes.proto(after));
      }
      return request.build();
    }
  }

  @Command(name = "fires", description = "Show past fires and their tasks, the latest first.")
  static final class Fires implements Callable<Integer> {
    @Mixin private ApiOptions api;
    @Mixin private PeriodicCommand.Name name;

    @Option(
        names = {"-n", "--count"},
        paramLabel = "N",
        defaultValue = "20",
        description = "How many (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(names = "--before", paramLabel = "T", description = "Fires before this (default: now).")
    private @Nullable Instant before;

    @Option(
        names = "--after",
        paramLabel = "T",
        description = "Not before this (default: when it was made, or backfilled from).")
    private @Nullable Instant after;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        var answer = connection.periodic().listFires(request());
        if (api.json()) {
          api.printJson(answer);
        } else {
          PeriodicCommand.print(api, answer.getFiresList());
        }
        return 0;
      }
    }

    private ListFiresRequest request() {
      var request =
          ListFiresRequest.newBuilder()
              .setLambda(name.lambda())
              .setName(name.name())
              .setPageSize(count);
      if (before != null) {
        request.setBefore(ProtoTimes.proto(before));
      }
      if (after != null) {
        request.setAfter(ProtoTimes.proto(after));
      }
      return request.build();
    }
  }
}
