package dev.atf.cli.task;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.ProgressLine;
import dev.atf.client.resource.FileContent;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf schedule}: schedules one task. */
@Command(
    name = "schedule",
    description = "Schedule a task of a lambda.",
    footer = {
      "%nExamples:",
      "  atf schedule command --payload '{\"argv\":[\"date\"]}' --wait",
      "  atf schedule command --payload '{\"argv\":[\"date\"]}' --delay 10s --priority low"
    })
public final class ScheduleCommand extends OneLambdaCommand {
  @Mixin private WaitOptions wait;
  @Mixin private FileOptions files;

  @ArgGroup private PayloadSource payload = new PayloadSource();

  @Option(names = "--content-type", paramLabel = "TYPE", description = "Media type of --data-file.")
  private @Nullable String contentType;

  @Option(names = "--priority", paramLabel = "P", description = "Default: the lambda's default.")
  private @Nullable String priority;

  @Option(
      names = "--collection",
      paramLabel = "C",
      description = "A named subset of the lambda's tasks, which has a gate of its own.")
  private @Nullable String collection;

  @ArgGroup private DueOptions due = new DueOptions();

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Idempotency key: scheduling twice with the same key creates one task.")
  private @Nullable String key;

  @Option(
      names = "--ordering-key",
      paramLabel = "KEY",
      description = "Tasks of one lambda and ordering key run one at a time, in order.")
  private @Nullable String orderingKey;

  @Option(
      names = "--on-finish",
      paramLabel = "LAMBDA",
      description = "Create a task of this lambda when the task has ended, as a notice of its end.")
  private @Nullable String onFinish;

  @Option(
      names = "--on-finish-url",
      paramLabel = "URL",
      description = "The URL to which that task sends its POST, for --on-finish http.")
  private @Nullable String onFinishUrl;

  @Option(
      names = "--fairness-key",
      paramLabel = "KEY",
      description = "Fairness key, such as a tenant: the keys take turns.")
  private @Nullable String fairnessKey;

  @Option(names = "--label", paramLabel = "K=V", description = "A label; may be repeated.")
  private Map<String, String> labels = Map.of();

  @Option(
      names = "--deadline",
      paramLabel = "T",
      description = "Give the task up after this time (2026-01-01T00:00:00Z).")
  private @Nullable Instant deadline;

  @Override
  public Integer call() {
    try (var connection = api.connect()) {
      var scheduled = connection.tasks().schedule(request(connection));
      if (wait.asked()) {
        var task = TaskWait.untilFinished(connection, scheduled.getTaskId(), wait.timeout());
        return TaskOutput.printFinished(api, task);
      }
      api.print(scheduled, this::print);
      return 0;
    }
  }

  private void print(ScheduleResponse scheduled) {
    api.out()
        .printf(
            "%s %s, due %s%n",
            scheduled.getTaskId(),
            scheduled.getCreated() ? "scheduled" : "was scheduled before",
            TaskOutput.time(scheduled.getScheduledAt()));
  }

  private ScheduleRequest request(ApiConnection connection) {
    var request = ScheduleRequest.newBuilder().setLambda(lambda).putAllLabels(labels);
    payload.addTo(request);
    Optional.ofNullable(contentType).ifPresent(request::setContentType);
    Optional.ofNullable(priority).ifPresent(request::setPriority);
    Optional.ofNullable(collection).ifPresent(request::setCollection);
    due.into(request::setScheduledAt, request::setDelay);
    Optional.ofNullable(key).ifPresent(request::setIdempotencyKey);
    Optional.ofNullable(orderingKey).ifPresent(request::setOrderingKey);
    Optional.ofNullable(onFinish)
        .ifPresent(to -> request.getOnFinishBuilder().getToBuilder().setLambda(to));
    Optional.ofNullable(onFinishUrl)
        .ifPresent(url -> request.getOnFinishBuilder().getToBuilder().setUrl(url));
    Optional.ofNullable(fairnessKey).ifPresent(request::setFairnessKey);
    Optional.ofNullable(deadline).map(ProtoTimes::proto).ifPresent(request::setDeadline);
    files.addTo(request, connection);
    return request.build();
  }

  /** Options for the input files of a task, and for its output files that are kept. */
  static final class FileOptions {
    private static final int MEGABYTE = 1_000_000;

    @Option(
        names = "--resource",
        paramLabel = "[PATH=]FILE",
        description =
            "A file that the task needs. It is uploaded if it is not stored yet, and is at PATH"
                + " in the work directory (default: its name); may be repeated.")
    private List<String> resources = List.of();

    @Option(
        names = "--output",
        paramLabel = "PATTERN",
        description =
            "Files of the work directory that are stored after the task has succeeded, such as"
                + " 'out/*.txt'; may be repeated.")
    private List<String> outputs = List.of();

    /**
     * Uploads missing files, and adds the files to a request.
     *
     * @throws CommandFailedException if a file cannot be read
     */
    public void addTo(ScheduleRequest.Builder request, ApiConnection connection) {
      request.addAllOutputs(outputs);
      for (var each : resources) {
        int split = each.indexOf('=');
        var file = Path.of(each.substring(split + 1));
        var path = split < 0 ? String.valueOf(file.getFileName()) : each.substring(0, split);
        request.addResources(upload(connection, request.getLambda(), file).at(path));
      }
    }

    private static FileContent upload(ApiConnection connection, String lambda, Path file) {
      if (!Files.isRegularFile(file)) {
        throw new CommandFailedException("--resource: " + file + " (expected: a readable file)");
      }
      var progress = new ProgressLine(System.err);
      try {
        var content = FileContent.of(file);
        if (content.bytes() > MEGABYTE) {
          progress.begin("upload of " + file + ", MB", (int) (content.bytes() / MEGABYTE));
        }
        boolean sent =
            connection
                .resources()
                .upload(lambda, file, content, bytes -> progress.step((int) (bytes / MEGABYTE)));
        if (!sent) {
          progress.note("is there");
        }
        return content;
      } catch (IOException e) {
        throw new CommandFailedException("--resource: " + file + " cannot be read: " + e);
      } finally {
        progress.end();
      }
    }
  }
}
