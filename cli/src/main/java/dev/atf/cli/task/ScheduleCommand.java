package dev.atf.cli.task;

import static dev.atf.cli.access.Argument.LAMBDA;
import static dev.atf.cli.access.Argument.option;

import dev.atf.cli.access.CallCommand;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.ProgressLine;
import dev.atf.client.resource.FileContent;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.TaskServiceGrpc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
public final class ScheduleCommand extends CallCommand<ScheduleRequest, ScheduleResponse> {
  @Mixin private WaitOptions wait;
  @Mixin private FileOptions files;

  public ScheduleCommand() {
    super(
        TaskServiceGrpc::getScheduleMethod,
        List.of(
            LAMBDA,
            TaskArguments.payload((ScheduleRequest.Builder request) -> request),
            option("--content-type=TYPE", "Media type of --data-file."),
            option("--priority=P", "Default: the lambda's default."),
            option(
                "--collection=C",
                "A named subset of the lambda's tasks, which has a gate of its own."),
            TaskArguments.DUE,
            option(
                    "--key=KEY",
                    "Idempotency key: scheduling twice with the same key creates one task.")
                .into("idempotency_key"),
            option(
                "--ordering-key=KEY",
                "Tasks of one lambda and ordering key run one at a time, in order."),
            option(
                    "--on-finish=LAMBDA",
                    "Create a task of this lambda when the task has ended, as a notice of its end.")
                .into("on_finish.to.lambda"),
            option(
                    "--on-finish-url=URL",
                    "The URL to which that task sends its POST, for --on-finish http.")
                .into("on_finish.to.url"),
            option("--fairness-key=KEY", "Fairness key, such as a tenant: the keys take turns."),
            option("--label=K=V", "A label; may be repeated.").of(Map.class).into("labels"),
            option("--deadline=T", "Give the task up after this time (2026-01-01T00:00:00Z).")
                .of(Instant.class)));
  }

  @Override
  public Integer call() {
    var request = request().toBuilder();
    try (var connection = api.connect()) {
      files.addTo(request, connection);
      var scheduled = answer(connection, request.build());
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
