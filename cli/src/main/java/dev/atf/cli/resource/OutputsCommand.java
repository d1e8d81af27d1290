package dev.atf.cli.resource;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.ProgressLine;
import dev.atf.cli.task.OneTaskCommand;
import dev.atf.cli.task.TaskOutput;
import dev.atf.client.resource.Resources;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atf outputs}: downloads the output files of a task. */
@Command(
    name = "outputs",
    description = "List the files that a task has created, or download them.",
    footer = {
      "%nA file arrives whole and with its digest, or not at all. The task names the files that are"
          + " kept by schedule --output."
    })
public final class OutputsCommand extends OneTaskCommand {
  @Option(
      names = {"-o", "--directory"},
      paramLabel = "DIR",
      description = "Download the files into this directory; existing files are replaced.")
  private @Nullable Path directory;

  @Override
  public Integer call() {
    try (var connection = api.connect()) {
      var task = connection.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
      if (task.getStatus() != TaskStatus.SUCCESS) {
        throw new CommandFailedException(
            "task %s is %s (expected: SUCCESS, before which it has no outputs)"
                .formatted(taskId, task.getStatus()));
      }
      if (directory != null) {
        download(connection, task, directory);
      }
      var shown =
          Task.newBuilder()
              .setTaskId(task.getTaskId())
              .addAllOutputFiles(task.getOutputFilesList())
              .build();
      api.print(shown, this::print);
      return 0;
    }
  }

  private void download(ApiConnection connection, Task task, Path into) {
    var progress = new ProgressLine(System.err);
    progress.begin("download, files", task.getOutputFilesCount());
    try {
      int done = 0;
      for (var file : task.getOutputFilesList()) {
        download(connection, task.getLambda(), file, into);
        progress.step(++done);
      }
    } finally {
      progress.end();
    }
  }

  private static void download(ApiConnection connection, String lambda, Resource file, Path into) {
    try {
      connection
          .resources()
          .download(lambda, file.getSha256(), Resources.below(into, file.getPath()), bytes -> {});
    } catch (IOException e) {
      throw new CommandFailedException(
          "-o: %s cannot be written: %s".formatted(file.getPath(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException("-o: " + e.getMessage());
    }
  }

  private void print(Task task) {
    for (var file : task.getOutputFilesList()) {
      api.out()
          .printf(
              "%12d  %s  %s%n",
              file.getBytes(), file.getSha256(), TaskOutput.oneLine(file.getPath()));
    }
    if (task.getOutputFilesCount() == 0) {
      api.err().println("atf: the task has created no files that match its patterns");
    }
  }
}
