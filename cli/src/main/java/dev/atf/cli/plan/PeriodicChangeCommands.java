package dev.atf.cli.plan;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.JsonInput;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicCatchUp;
import dev.atf.protocol.v1.PeriodicServiceGrpc.PeriodicServiceBlockingStub;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.ResumePeriodicRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that change a periodic task. */
final class PeriodicChangeCommands {
  private PeriodicChangeCommands() {}

  @Command(
      name = "create",
      description = "Create a periodic task; the same command again changes nothing.",
      footer = {
        "%nExamples:",
        "  atf periodic create command nightly --cron '30 2 * * *' \\",
        "    --zone Europe/Berlin --payload '{\"argv\":[\"date\"]}'",
        "  atf periodic create command often --every 10s --overlap allow"
      })
  static final class Create extends PeriodicCommand.Call {
    @Mixin private PeriodicOptions options;

    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.create(options.task(lambda, name));
    }
  }

  @Command(
      name = "update",
      description = "Replace a periodic task; options that are not given have their defaults.")
  static final class Update extends PeriodicCommand.Call {
    @Mixin private PeriodicOptions options;

    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.update(options.task(lambda, name));
    }
  }

  @Command(
      name = "pause",
      description = "Pause a periodic task: nothing fires until it is resumed.")
  static final class Pause extends PeriodicCommand.Call {
    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.pause(
          PausePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
    }
  }

  @Command(
      name = "resume",
      description = "Resume a periodic task; fires during the pause do not happen later.")
  static final class Resume extends PeriodicCommand.Call {
    @Override
    PeriodicTask call(PeriodicServiceBlockingStub periodic) {
      return periodic.resume(
          ResumePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
    }
  }

  @Command(name = "delete", description = "Delete a periodic task; tasks that it created stay.")
  static final class Delete extends PeriodicCommand.OfOne {
    @Override
    public Integer call() {
      var request = DeletePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
      return api.answer(
          connection -> connection.periodic().delete(request),
          answer -> api.out().println(name + " of " + lambda + " is deleted"));
    }
  }

  /** Options that define a periodic task. */
  @Command
  static final class PeriodicOptions {
    @Mixin private PeriodicScheduleOptions schedule;

    @Option(
        names = "--overlap",
        paramLabel = "POLICY",
        description =
            "What to do while the previous task runs: skip, queue-one or allow"
                + " (${DEFAULT-VALUE}).")
    private String overlap = "skip";

    @Option(
        names = "--catch-up",
        paramLabel = "POLICY",
        description =
            "Fires that happen after an outage: none, latest, all, or a number"
                + " (${DEFAULT-VALUE}).")
    private String catchUp = "latest";

    @Option(
        names = "--payload",
        paramLabel = "JSON",
        description = "Payload of each task: any JSON value.")
    private @Nullable String payload;

    @Option(
        names = "--payload-file",
        paramLabel = "FILE",
        description = "A file with the JSON value.")
    private @Nullable Path payloadFile;

    @Option(names = "--priority", paramLabel = "P", description = "Default: the lambda's default.")
    private @Nullable String priority;

    @Option(
        names = "--collection",
        paramLabel = "C",
        description = "A named subset of the lambda's tasks, which has a gate of its own.")
    private @Nullable String collection;

    @Option(names = "--label", paramLabel = "K=V", description = "A label; may be repeated.")
    private Map<String, String> labels = Map.of();

    @Option(
        names = "--lifetime",
        paramLabel = "D",
        description = "Time after which each task is given up (default: the lambda's maxLifetime).")
    private @Nullable Duration lifetime;

    PeriodicTask task(String lambda, String name) {
      var task =
          PeriodicTask.newBuilder()
              .setLambda(lambda)
              .setName(name)
              .setSchedule(schedule.schedule())
              .setOverlap(overlap())
              .setCatchUp(catchUp())
              .putAllLabels(labels);
      Optional.ofNullable(payload)
          .map(json -> new JsonInput("--payload", json))
          .or(() -> Optional.ofNullable(payloadFile).map(JsonInput::ofFile))
          .ifPresent(given -> given.payloadOf(task));
      Optional.ofNullable(priority).ifPresent(task::setPriority);
      Optional.ofNullable(collection).ifPresent(task::setCollection);
      Optional.ofNullable(lifetime).map(ProtoTimes::proto).ifPresent(task::setLifetime);
      return task.build();
    }

    private PeriodicTask.Overlap overlap() {
      return switch (overlap.toLowerCase(Locale.ROOT)) {
        case "skip" -> PeriodicTask.Overlap.SKIP;
        case "queue-one" -> PeriodicTask.Overlap.QUEUE_ONE;
        case "allow" -> PeriodicTask.Overlap.ALLOW;
        default ->
            throw new CommandFailedException(
                "--overlap: " + overlap + " (expected: skip, queue-one or allow)");
      };
    }

    private PeriodicCatchUp catchUp() {
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
  }
}
