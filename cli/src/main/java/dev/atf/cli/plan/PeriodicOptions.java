package dev.atf.cli.plan;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.JsonInput;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.PeriodicCatchUp;
import dev.atf.protocol.v1.PeriodicTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that define a periodic task. */
@Command
final class PeriodicOptions {
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
      // Like any other text that is none of these.
    }
    throw new CommandFailedException(
        "--catch-up: " + text + " (expected: none, latest, all, or a number)");
  }
}
