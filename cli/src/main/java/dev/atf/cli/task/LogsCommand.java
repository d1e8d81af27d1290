package dev.atf.cli.task;

import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.EndWait;
import dev.atf.cli.output.ProtoJson;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetTaskLogRequest;
import dev.atf.protocol.v1.GetTaskLogResponse;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf logs}: prints the log of an attempt. */
@Command(
    name = "logs",
    description = "Show the log of a task's latest attempt, or follow it while it runs.",
    footer = {
      "%nThe log of a command has the lines of its two streams. Other handlers write to their log",
      "by context.log().",
      "With --follow and --json each part is a document on a line of its own."
    })
public final class LogsCommand extends OneTaskCommand {
  private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());
  private static final Duration POLL = Duration.ofSeconds(1);

  /** Maximum number of polls after the end of an attempt for parts that have not arrived yet. */
  private static final int LATE_POLLS_MAX = 5;

  @Mixin private Bounds bounds;

  @Option(
      names = {"-f", "--follow"},
      description = "Continue with new lines until the task has ended, or Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--attempt",
      paramLabel = "N",
      description = "The number of the attempt (default: the latest).")
  private int attempt;

  private int shown;
  private int late;

  @Override
  public Integer call() {
    bounds.require("--attempt", attempt, 0, Integer.MAX_VALUE);
    try (var connection = api.connect()) {
      if (follow) {
        follow(connection);
      } else {
        var whole = whole(connection);
        api.print(whole, this::print);
      }
      return 0;
    }
  }

  /** Returns all parts as one answer. */
  private GetTaskLogResponse whole(ApiConnection connection) {
    var whole = read(connection, 0).toBuilder();
    while (whole.getPartsCount() > 0 && !whole.getComplete()) {
      var more = read(connection, whole.getNextAfter());
      if (more.getPartsCount() == 0 || more.getAttempt() != whole.getAttempt()) {
        break;
      }
      whole
          .addAllParts(more.getPartsList())
          .setNextAfter(more.getNextAfter())
          .setComplete(more.getComplete());
    }
    return whole.build();
  }

  private void follow(ApiConnection connection) {
    int after = 0;
    while (true) {
      var answer = read(connection, after);
      if (answer.getAttempt() != shown) {
        // The next attempt has its own log.
        boolean other = shown > 0;
        shown = answer.getAttempt();
        late = 0;
        if (other) {
          after = 0;
          api.err().printf("atf: attempt %d%n", shown);
          continue;
        }
      }
      after = answer.getNextAfter();
      if (api.json()) {
        answer.getPartsList().forEach(part -> api.out().println(JSON.compact(part)));
      } else {
        print(answer);
      }
      api.out().flush();
      if (isOver(answer)) {
        return;
      }
      if (answer.getPartsCount() == 0) {
        EndWait.pause(POLL);
      }
    }
  }

  /** Returns whether no more parts will follow. */
  private boolean isOver(GetTaskLogResponse answer) {
    boolean ended = attempt > 0 ? !answer.getRunning() : TaskWait.isFinished(answer.getStatus());
    late = ended && answer.getPartsCount() == 0 ? late + 1 : 0;
    return ended && (answer.getComplete() || late > LATE_POLLS_MAX);
  }

  private GetTaskLogResponse read(ApiConnection connection, int after) {
    return connection
        .tasks()
        .getTaskLog(
            GetTaskLogRequest.newBuilder()
                .setTaskId(taskId)
                .setAttempt(attempt)
                .setAfter(after)
                .setFollow(follow)
                .build());
  }

  private void print(GetTaskLogResponse answer) {
    for (var part : answer.getPartsList()) {
      api.out().print(TaskOutput.printable(part.getText().replace("\t", "    ")));
    }
    if (!answer.getNotice().isEmpty() && !follow) {
      api.err().println("atf: " + answer.getNotice());
    }
  }
}
