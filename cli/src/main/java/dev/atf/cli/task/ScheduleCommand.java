package dev.atf.cli.task;

import com.google.protobuf.ByteString;
import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.output.InputFile;
import dev.atf.cli.output.JsonInput;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf schedule}: one task. */
@Command(
    name = "schedule",
    description = "Schedule a task of a lambda.",
    footer = {
      "%nExamples:",
      "  atf schedule command --payload '{\"argv\":[\"date\"]}' --wait",
      "  atf schedule command --payload '{\"argv\":[\"date\"]}' --delay 10s --priority low"
    })
public final class ScheduleCommand implements Callable<Integer> {
  @Mixin private ApiOptions api;
  @Mixin private WaitOptions wait;

  @Parameters(paramLabel = "LAMBDA", description = "The name of the lambda.")
  private String lambda;

  @ArgGroup private @Nullable PayloadSource payload;

  @Option(names = "--content-type", paramLabel = "TYPE", description = "Media type of --data-file.")
  private @Nullable String contentType;

  @Option(names = "--priority", paramLabel = "P", description = "Default: the lambda's default.")
  private @Nullable String priority;

  @Option(names = "--collection", paramLabel = "C", description = "For gating.")
  private @Nullable String collection;

  @ArgGroup private @Nullable When when;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Idempotency key: scheduling twice with one key makes one task.")
  private @Nullable String key;

  @Option(
      names = "--ordering-key",
      paramLabel = "KEY",
      description = "Tasks of one lambda and ordering key run one at a time, in order.")
  private @Nullable String orderingKey;

  @Option(names = "--label", paramLabel = "K=V", description = "A label; may be repeated.")
  private Map<String, String> labels = Map.of();

  @Option(
      names = "--deadline",
      paramLabel = "T",
      description = "Give up after this time (2026-01-01T00:00:00Z).")
  private @Nullable Instant deadline;

  /** Source of the payload. */
  static final class PayloadSource {
    @Option(names = "--payload", paramLabel = "JSON", description = "Any JSON value.")
    private @Nullable String json;

    @Option(
        names = "--payload-file",
        paramLabel = "FILE",
        description = "A file with a JSON value.")
    private @Nullable Path jsonFile;

    @Option(names = "--data-file", paramLabel = "FILE", description = "A file of any bytes.")
    private @Nullable Path dataFile;
  }

  /** Due time of the task. */
  static final class When {
    @Option(names = "--at", paramLabel = "T", description = "Not before (2026-01-01T00:00:00Z).")
    private @Nullable Instant at;

    @Option(
        names = "--delay",
        paramLabel = "D",
        converter = ApiOptions.DurationConverter.class,
        description = "Not before so long from now (10s, 5m, 1h).")
    private @Nullable Duration delay;
  }

  @Override
  public Integer call() {
    try (var connection = api.connect()) {
      var scheduled = connection.tasks().schedule(request());
      if (wait.asked()) {
        var task = TaskWait.untilFinished(connection, scheduled.getTaskId(), wait.timeout());
        return TaskOutput.printFinished(api, task);
      }
      if (api.json()) {
        api.printJson(scheduled);
      } else {
        api.out()
            .printf(
                "%s %s, due %s%n",
                scheduled.getTaskId(),
                scheduled.getCreated() ? "scheduled" : "was scheduled before",
                TaskOutput.time(scheduled.getScheduledAt()));
      }
      return 0;
    }
  }

  private ScheduleRequest request() {
    var request = ScheduleRequest.newBuilder().setLambda(lambda).putAllLabels(labels);
    if (payload != null) {
      addPayload(request, payload);
    }
    if (contentType != null) {
      request.setContentType(contentType);
    }
    if (priority != null) {
      request.setPriority(priority);
    }
    if (collection != null) {
      request.setCollection(collection);
    }
    if (when != null && when.at != null) {
      request.setScheduledAt(ProtoTimes.proto(when.at));
    }
    if (when != null && when.delay != null) {
      request.setDelay(ProtoTimes.proto(when.delay));
    }
    if (key != null) {
      request.setIdempotencyKey(key);
    }
    if (orderingKey != null) {
      request.setOrderingKey(orderingKey);
    }
    if (deadline != null) {
      request.setDeadline(ProtoTimes.proto(deadline));
    }
    return request.build();
  }

  private static void addPayload(ScheduleRequest.Builder request, PayloadSource source) {
    if (source.json != null) {
      request.setJson(new JsonInput("--payload", source.json).value());
    }
    if (source.jsonFile != null) {
      request.setJson(JsonInput.ofFile(source.jsonFile).value());
    }
    if (source.dataFile != null) {
      request.setData(ByteString.copyFrom(InputFile.bytes(source.dataFile)));
    }
  }
}
