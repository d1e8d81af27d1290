package dev.atf.cli.plan;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Fire;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.protocol.v1.PeriodicServiceGrpc.PeriodicServiceBlockingStub;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.config.Durations;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code atf periodic}: commands about periodic tasks. */
@Command(
    name = "periodic",
    description = "Create tasks periodically, by a cron expression or at intervals.",
    subcommands = {
      PeriodicChangeCommands.Create.class,
      PeriodicChangeCommands.Update.class,
      PeriodicReadCommands.Get.class,
      PeriodicReadCommands.Explain.class,
      PeriodicReadCommands.ListAll.class,
      PeriodicReadCommands.Next.class,
      PeriodicReadCommands.Fires.class,
      PeriodicChangeCommands.Pause.class,
      PeriodicChangeCommands.Resume.class,
      PeriodicFireCommands.Trigger.class,
      PeriodicFireCommands.Backfill.class,
      PeriodicChangeCommands.Delete.class
    })
public final class PeriodicCommand extends CommandGroup {
  /** Command about one periodic task. */
  abstract static class OfOne extends OneLambdaCommand {
    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the periodic task.")
    String name;
  }

  /** Command that makes one call about one periodic task and prints the task of the answer. */
  abstract static class Call extends OfOne {
    abstract PeriodicTask call(PeriodicServiceBlockingStub periodic);

    @Override
    public final Integer call() {
      return api.answer(connection -> call(connection.periodic()), task -> print(api.out(), task));
    }
  }

  private static void print(PrintWriter out, PeriodicTask task) {
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

  static String state(PeriodicTask task) {
    if (task.getPaused()) {
      return "paused";
    }
    if (!task.getUnreadable().isEmpty()) {
      return "unreadable";
    }
    return task.getNextFiresCount() == 0 ? "ended" : "fires";
  }

  static String text(PeriodicSchedule schedule) {
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

  static void print(ApiOptions api, List<Fire> fires) {
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
}
