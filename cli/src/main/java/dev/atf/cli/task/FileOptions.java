package dev.atf.cli.task;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.ProgressLine;
import dev.atf.client.resource.FileContent;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ScheduleRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Files of a task: those that it needs, and those that are kept of it. */
public final class FileOptions {
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
   * Uploads what is not there, and adds the files to a request.
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
