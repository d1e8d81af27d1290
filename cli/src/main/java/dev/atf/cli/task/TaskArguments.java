package dev.atf.cli.task;

import static dev.atf.cli.access.Argument.all;
import static dev.atf.cli.access.Argument.oneOf;
import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Argument.parameter;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.atf.cli.access.Argument;
import dev.atf.cli.output.InputFile;
import dev.atf.cli.output.JsonInput;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Arguments that several commands about tasks have. */
public final class TaskArguments {
  static final Argument TASK = parameter("TASK", "The id that schedule printed.").into("task_id");

  static final Argument REASON =
      option("--reason=TEXT", "The reason, for the history of the task.");

  /** Due time of a new task. */
  static final Argument DUE =
      oneOf(
          "0..1",
          option("--at=T", "Not before (2026-01-01T00:00:00Z).")
              .of(Instant.class)
              .into("scheduled_at"),
          option("--delay=D", "Not before this time from now (10s, 5m, 1h).").of(Duration.class));

  /** New time of a task. */
  static final Argument WHEN =
      oneOf(
          "1",
          option("--at=T", "Not before (2026-01-01T00:00:00Z).")
              .of(Instant.class)
              .into("scheduled_at"),
          option(
                  "--delay=D",
                  "Not before this time from now, by this machine's clock (10s, 5m, 1h).")
              .of(Duration.class)
              .into("scheduled_at"));

  /** States that a list or a change of unfinished tasks selects. */
  static final String PENDING_OR_ANY = "any with --label, otherwise pending";

  private TaskArguments() {}

  /** States of tasks. */
  enum State {
    pending,
    running,
    blocked,
    waiting,
    dead,
    done,
    any
  }

  /**
   * Returns the options that select tasks of a lambda.
   *
   * @param path of the filter's fields in a request: empty, or {@code filter.}
   * @param usual description of the states that a command without {@code --state} selects
   */
  static Argument filter(String path, String usual) {
    return all(
        option("--state=<state>", "${COMPLETION-CANDIDATES} (default: " + usual + ").")
            .of(State.class)
            .into(path + "state"),
        option("--priority=P", "Only tasks of this priority.").into(path + "priority"),
        option(
                "--label=KEY=VALUE",
                "Only tasks with this label, the latest first; may be repeated.")
            .of(List.class)
            .into(path + "label"),
        option("--collection=C", "Only tasks of this collection.").into(path + "collection"),
        option("--code=CODE", "Only tasks whose latest attempt failed with this code.")
            .into(path + "code"),
        option(
                "--after=T",
                "Only tasks that are scheduled at this time or later (2026-01-01T00:00:00Z).")
            .of(Instant.class)
            .into(path + "after"),
        option("--before=T", "Only tasks that are scheduled before this time.")
            .of(Instant.class)
            .into(path + "before"));
  }

  /** Returns whether a filter selects all tasks of a state. */
  static boolean isEmpty(TaskFilter filter) {
    return filter.toBuilder().clearState().build().equals(TaskFilter.getDefaultInstance());
  }

  /**
   * Returns the options for the payload of one task.
   *
   * @param task returns the task of a request
   */
  public static <B extends Message.Builder> Argument payload(
      Function<B, ScheduleRequest.Builder> task) {
    return oneOf(
        "0..1",
        option("--payload=JSON", "Any JSON value.")
            .by(
                (B request, String json) ->
                    new JsonInput("--payload", json).payloadOf(task.apply(request))),
        option("--payload-file=FILE", "A file with a JSON value.")
            .of(Path.class)
            .by((B request, Path file) -> JsonInput.ofFile(file).payloadOf(task.apply(request))),
        option("--data-file=FILE", "A file of any bytes.")
            .of(Path.class)
            .by(
                (B request, Path file) ->
                    task.apply(request).setData(ByteString.copyFrom(InputFile.bytes(file)))));
  }
}
