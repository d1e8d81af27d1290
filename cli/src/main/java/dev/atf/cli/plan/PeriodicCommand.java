package dev.atf.cli.plan;

import static dev.atf.cli.access.Argument.LAMBDA;
import static dev.atf.cli.access.Argument.all;
import static dev.atf.cli.access.Argument.oneOf;
import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Argument.parameter;
import static dev.atf.cli.access.Call.call;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.access.CallCommand;
import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.output.EndWait;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.output.ProgressLine;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.ExplanationLines;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.Fire;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.PeriodicCatchUp;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.config.Durations;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf periodic}: commands about periodic tasks. */
@Command(
    name = "periodic",
    description = "Create tasks periodically, by a cron expression or at intervals.")
public final class PeriodicCommand extends CommandGroup implements CommandTable {
  private static final Argument NAME = parameter("NAME", "The name of the periodic task.");

  private static final Argument SCHEDULE =
      all(
          option("--cron=EXPR", "Five fields like Unix, six with seconds first, or @daily.")
              .into("schedule.cron"),
          option("--zone=ZONE", "Time zone of --cron, such as Europe/Berlin (default: UTC).")
              .into("schedule.time_zone"),
          option("--every=D", "The interval between two fires (10s, 5m, 1h).")
              .of(Duration.class)
              .into("schedule.every"),
          option(
                  "--anchor=T",
                  "The time from which --every counts (default: 1970, so on the full hour).")
              .of(Instant.class)
              .into("schedule.anchor"),
          option("--start-at=T", "No fires before this time.")
              .of(Instant.class)
              .into("schedule.start_at"),
          option("--end-at=T", "No fires from this time on.")
              .of(Instant.class)
              .into("schedule.until"),
          option(
                  "--jitter=D",
                  "Maximum random delay of a fire. The delay of a given fire never changes.")
              .of(Duration.class)
              .into("schedule.jitter"));

  private static final Argument DEFINITION =
      all(
          SCHEDULE,
          option(
                  "--overlap=POLICY",
                  "What to do while the previous task runs: skip, queue-one or allow (${DEFAULT-VALUE}).")
              .orElse("skip")
              .by((PeriodicTask.Builder task, String policy) -> task.setOverlap(overlap(policy))),
          option(
                  "--catch-up=POLICY",
                  "Fires that happen after an outage: none, latest, all, or a number (${DEFAULT-VALUE}).")
              .orElse("latest")
              .by((PeriodicTask.Builder task, String policy) -> task.setCatchUp(catchUp(policy))),
          oneOf(
              "0..1",
              option("--payload=JSON", "Payload of each task: any JSON value.")
                  .by(
                      (PeriodicTask.Builder task, String json) ->
                          new JsonInput("--payload", json).payloadOf(task)),
              option("--payload-file=FILE", "A file with the JSON value.")
                  .of(Path.class)
                  .by(
                      (PeriodicTask.Builder task, Path file) ->
                          JsonInput.ofFile(file).payloadOf(task))),
          option("--priority=P", "Default: the lambda's default."),
          option(
              "--collection=C",
              "A named subset of the lambda's tasks, which has a gate of its own."),
          option("--label=K=V", "A label; may be repeated.").of(Map.class).into("labels"),
          option(
                  "--lifetime=D",
                  "Time after which each task is given up (default: the lambda's maxLifetime).")
              .of(Duration.class));

  @Override
  public List<?> commands() {
    return List.of(
        call("create", "Create a periodic task; the same command again changes nothing.")
            .footer(
                "%nExamples:",
                "  atf periodic create command nightly --cron '30 2 * * *' \\",
                "    --zone Europe/Berlin --payload '{\"argv\":[\"date\"]}'",
                "  atf periodic create command often --every 10s --overlap allow")
            .with(LAMBDA, NAME, DEFINITION)
            .calls(PeriodicServiceGrpc::getCreateMethod, PeriodicCommand::print),
        call("update", "Replace a periodic task; options that are not given have their defaults.")
            .with(LAMBDA, NAME, DEFINITION)
            .calls(PeriodicServiceGrpc::getUpdateMethod, PeriodicCommand::print),
        call("get", "Show a periodic task, its next fires and its last one.")
            .with(LAMBDA, NAME)
            .calls(PeriodicServiceGrpc::getGetMethod, PeriodicCommand::print),
        call("explain", "Explain why a periodic task does not fire, or why its tasks do not run.")
            .with(LAMBDA, NAME)
            .calls(
                PeriodicServiceGrpc::getExplainMethod,
                (api, answer) ->
                    ExplanationLines.print(
                        answer.getSummary(), answer.getReasonsList(), api.out())),
        ListAll.class,
        call("next", "Show the next fires of a periodic task, or of a schedule.")
            .footer(
                "%nExamples:",
                "  atf periodic next command nightly",
                "  atf periodic next command --cron '30 2 * * *' --zone Europe/Berlin")
            .with(
                LAMBDA,
                SCHEDULE,
                parameter(
                        "NAME",
                        "The name of the periodic task; with --cron or --every, only its jitter"
                            + " counts.")
                    .required(false),
                option("-n, --count=N", "How many (default: ${DEFAULT-VALUE}).")
                    .of(int.class)
                    .orElse("10"),
                option("--after=T", "Fires after this time (default: now).").of(Instant.class))
            .calls(
                PeriodicServiceGrpc::getPreviewMethod,
                (api, answer) ->
                    answer
                        .getFiresList()
                        .forEach(fire -> api.out().println(TaskOutput.time(fire.getAt())))),
        call("fires", "Show past fires and their tasks, the latest first.")
            .with(
                LAMBDA,
                NAME,
                option("-n, --count=N", "How many (default: ${DEFAULT-VALUE}).")
                    .of(int.class)
                    .orElse("20")
                    .into("page_size"),
                option("--before=T", "Fires before this time (default: now).").of(Instant.class),
                option(
                        "--after=T",
                        "No fires before this time (default: its creation, or the start of its"
                            + " earliest backfill).")
                    .of(Instant.class))
            .calls(
                PeriodicServiceGrpc::getListFiresMethod,
                (api, answer) -> printFires(api, answer.getFiresList())),
        call("pause", "Pause a periodic task: nothing fires until it is resumed.")
            .with(LAMBDA, NAME)
            .calls(PeriodicServiceGrpc::getPauseMethod, PeriodicCommand::print),
        call("resume", "Resume a periodic task; fires during the pause do not happen later.")
            .with(LAMBDA, NAME)
            .calls(PeriodicServiceGrpc::getResumeMethod, PeriodicCommand::print),
        call("trigger", "Create one task now, in addition to the schedule.")
            .with(
                LAMBDA,
                NAME,
                option("--key=KEY", "Idempotency key: the same key twice creates one task.")
                    .into("idempotency_key"))
            .calls(
                PeriodicServiceGrpc::getTriggerMethod,
                (api, answer) ->
                    api.out()
                        .printf(
                            "%s %s%n",
                            answer.getTaskId(),
                            answer.getCreated() ? "scheduled" : "was scheduled before")),
        Backfill.class,
        call("delete", "Delete a periodic task; tasks that it created stay.")
            .with(LAMBDA, NAME)
            .calls(
                PeriodicServiceGrpc::getDeleteMethod,
                (api, request, answer) ->
                    api.out()
                        .println(
                            request.getName() + " of " + request.getLambda() + " is deleted")));
  }

  private static PeriodicTask.Overlap overlap(String overlap) {
    return switch (overlap.toLowerCase(Locale.ROOT)) {
      case "skip" -> PeriodicTask.Overlap.SKIP;
      case "queue-one" -> PeriodicTask.Overlap.QUEUE_ONE;
      case "allow" -> PeriodicTask.Overlap.ALLOW;
      default ->
          throw new CommandFailedException(
              "--overlap: " + overlap + " (expected: skip, queue-one or allow)");
    };
  }

  private static PeriodicCatchUp catchUp(String catchUp) {
    var wanted = PeriodicCatchUp.newBuilder();
    return switch (catchUp.toLowerCase(Locale.ROOT)) {
      case "none" -> wanted.setMode(PeriodicCatchUp.Mode.NONE).build();
      case "latest" -> wanted.setMode(PeriodicCatchUp.Mode.LATEST).build();
      case "all" -> wanted.setMode(PeriodicCatchUp.Mode.ALL).build();
      default -> wanted.setMode(PeriodicCatchUp.Mode.ALL).setMax(number(catchUp)).build();
    };
  }

  private static int number(String text) {
    try {
      int number = Integer.parseInt(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // It is refused like any other unknown text.
    }
    throw new CommandFailedException(
        "--catch-up: " + text + " (expected: none, latest, all, or a number)");
  }

  @Command(name = "list", description = "List the periodic tasks of a lambda.")
  static final class ListAll extends CallCommand<ListPeriodicRequest, ListPeriodicResponse> {
    ListAll() {
      super(PeriodicServiceGrpc::getListMethod, List.of(LAMBDA));
    }

    @Override
    public Integer call() {
      return api.answer(connection -> pages(connection, request(), Integer.MAX_VALUE), this::print);
    }

    private void print(ListPeriodicResponse answer) {
      var table = new TextTable("NAME", "SCHEDULE", "STATE", "NEXT", "FIRED", "SKIPPED", "MISSED");
      for (var task : answer.getTasksList()) {
        table.add(
            task.getName(),
            task.getUnreadable().isEmpty()
                ? text(task.getSchedule())
                : "cannot be read: " + TaskOutput.oneLine(task.getUnreadable()),
            state(task),
            task.getNextFiresCount() == 0 ? "-" : TaskOutput.time(task.getNextFires(0).getAt()),
            Long.toString(task.getFiredCount()),
            Long.toString(task.getSkippedCount()),
            Long.toString(task.getMissedCount()));
      }
      table.print(api.out(), api.terminal());
    }
  }

  private static void print(ApiOptions api, PeriodicTask task) {
    var out = api.out();
    out.printf("%s of %s, %s%n", task.getName(), task.getLambda(), state(task));
    if (!task.getUnreadable().isEmpty()) {
      out.printf("  its schedule cannot be read: %s%n", TaskOutput.oneLine(task.getUnreadable()));
      return;
    }
    out.printf("  %s%n", text(task.getSchedule()));
    out.printf(
        "  overlap %s; catch-up %s; priority %s; revision %d%n",
        task.getOverlap(), catchUp(task), task.getPriority(), task.getRevision());
    out.printf(
        "  %d fired, %d skipped, %d missed%n",
        task.getFiredCount(), task.getSkippedCount(), task.getMissedCount());
    if (task.hasLastFire()) {
      out.printf(
          "  last  %s  %s%n",
          TaskOutput.time(task.getLastFire().getAt()), task.getLastFire().getTaskId());
    }
    if (task.hasQueuedFire()) {
      out.printf("  %s waits for it to end%n", TaskOutput.time(task.getQueuedFire()));
    }
    for (var fire : task.getNextFiresList()) {
      out.printf("  next  %s%n", TaskOutput.time(fire.getAt()));
    }
  }

  private static String state(PeriodicTask task) {
    if (task.getPaused()) {
      return "paused";
    }
    if (!task.getUnreadable().isEmpty()) {
      return "unreadable";
    }
    return task.getNextFiresCount() == 0 ? "ended" : "fires";
  }

  private static String text(PeriodicSchedule schedule) {
    var jitter =
        schedule.hasJitter()
            ? ", up to " + Durations.text(ProtoTimes.java(schedule.getJitter())) + " later"
            : "";
    return (schedule.hasEvery()
            ? "every " + Durations.text(ProtoTimes.java(schedule.getEvery()))
            : TaskOutput.oneLine(schedule.getCron()) + " " + schedule.getTimeZone())
        + (schedule.hasStartAt() ? " from " + TaskOutput.time(schedule.getStartAt()) : "")
        + (schedule.hasUntil() ? " until " + TaskOutput.time(schedule.getUntil()) : "")
        + jitter;
  }

  private static String catchUp(PeriodicTask task) {
    var catchUp = task.getCatchUp();
    return catchUp.getMax() > 0
        ? catchUp.getMode() + " " + catchUp.getMax()
        : "" + catchUp.getMode();
  }

  private static void printFires(ApiOptions api, List<Fire> fires) {
    var table = new TextTable("TIME", "TASK", "STATUS", "BY");
    for (var fire : fires) {
      table.add(
          TaskOutput.time(fire.getAt()),
          fire.getTaskId(),
          fire.getStatus() == TaskStatus.TASK_STATUS_UNSPECIFIED
              ? noTask(fire.getNoTask())
              : fire.getStatus().name(),
          fire.getCause() == Fire.Cause.CAUSE_UNSPECIFIED
              ? "-"
              : fire.getCause().name().toLowerCase(Locale.ROOT));
    }
    table.print(api.out(), api.terminal());
  }

  private static String noTask(Fire.NoTask why) {
    return switch (why) {
      case OVERLAP -> "skipped: the one before still ran";
      case MISSED -> "missed: no store consumer ran";
      case PAUSED -> "paused";
      case NOT_YET -> "not yet";
      case NO_TASK_UNSPECIFIED, UNRECOGNIZED -> "-";
    };
  }

  @Command(
      name = "backfill",
      description = {
        "Create the tasks of past fires that have none.",
        "A fire whose task is still stored does not happen again.",
        "The command waits for the lambda's rate, because each task needs a token."
      })
  static final class Backfill extends OneLambdaCommand {
    /** Maximum number of fires in one call. */
    private static final int STEP = 200;

    /** Pause before the next try when the lambda's rate is used up. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final int TOTAL_UNKNOWN = -1;

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the periodic task.")
    private String name;

    @Option(
        names = "--from",
        required = true,
        paramLabel = "T",
        description = "Fires at or after this time.")
    private Instant from;

    @Option(
        names = "--until",
        required = true,
        paramLabel = "T",
        description = "Fires before this time, which must not be in the future.")
    private Instant until;

    @Option(
        names = "--max",
        paramLabel = "N",
        description = "Maximum number of fires that are checked (default: ${DEFAULT-VALUE}).")
    private int max = 10_000;

    @Mixin private Bounds bounds;

    @Override
    public Integer call() {
      bounds.require("--max", max, 1, Integer.MAX_VALUE);
      return api.answer(this::all, this::print);
    }

    private void print(BackfillPeriodicResponse answer) {
      PeriodicCommand.printFires(api, answer.getFiresList());
      api.out()
          .printf(
              "%d created, %d had a task already%s%n",
              answer.getFiresCount(),
              answer.getExisting(),
              answer.hasNextFrom()
                  ? "; continue with --from " + TaskOutput.time(answer.getNextFrom())
                  : "");
    }

    private BackfillPeriodicResponse all(ApiConnection connection) {
      var progress = new ProgressLine(System.err);
      var all = BackfillPeriodicResponse.newBuilder().setNextFrom(ProtoTimes.proto(from));
      progress.begin("fires checked", TOTAL_UNKNOWN);
      try {
        while (all.hasNextFrom() && seen(all) < max) {
          add(all, page(connection, request(all), progress));
          progress.step(seen(all));
        }
      } catch (StatusRuntimeException e) {
        progress.end();
        api.err()
            .printf(
                "%d created so far; continue with --from %s%n",
                all.getFiresCount(), TaskOutput.time(all.getNextFrom()));
        throw e;
      } finally {
        progress.end();
      }
      return all.build();
    }

    private BackfillPeriodicRequest request(BackfillPeriodicResponse.Builder all) {
      return BackfillPeriodicRequest.newBuilder()
          .setLambda(lambda)
          .setName(name)
          .setFrom(all.getNextFrom())
          .setUntil(ProtoTimes.proto(until))
          .setMax(Math.min(max - seen(all), STEP))
          .build();
    }

    private static void add(BackfillPeriodicResponse.Builder all, BackfillPeriodicResponse page) {
      all.addAllFires(page.getFiresList()).setExisting(all.getExisting() + page.getExisting());
      if (page.hasNextFrom()) {
        all.setNextFrom(page.getNextFrom());
      } else {
        all.clearNextFrom();
      }
    }

    private static int seen(BackfillPeriodicResponse.Builder all) {
      return all.getFiresCount() + all.getExisting();
    }

    private static BackfillPeriodicResponse page(
        ApiConnection connection, BackfillPeriodicRequest request, ProgressLine progress) {
      while (true) {
        try {
          return connection.periodic().backfill(request);
        } catch (StatusRuntimeException e) {
          if (RpcErrors.reasonOf(e).filter(ErrorReason.QUOTA_EXCEEDED::equals).isEmpty()) {
            throw e;
          }
          progress.note("waits for the lambda's rate");
          EndWait.pause(PAUSE);
        }
      }
    }
  }
}
