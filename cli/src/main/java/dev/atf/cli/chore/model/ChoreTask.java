package dev.atf.cli.chore.model;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.cli.task.FailureDetails;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Task that runs a chore on any worker host. It defines how the task gets the chore's files, and
 * how its end becomes files of the chore. Only this class knows the payload.
 *
 * @param repository address by which a worker reaches the repository
 * @param worker bridge that has taken the chore, with the commit and the key
 * @param results patterns of files in the chore's directory
 */
public record ChoreTask(
    String repository,
    ChoreWorker worker,
    String directory,
    String instructions,
    List<String> results) {
  /** Exit code that requests another attempt, as EX_TEMPFAIL in sysexits.h. */
  static final int RETRIABLE_EXIT_CODE = 75;

  /** Subdirectory of the task's work directory with the files of a chore that has succeeded. */
  static final String RESULT_DIRECTORY = "chore";

  /** First exit code with which a shell reports that a signal has ended a command. */
  private static final int SIGNAL_EXIT_CODES = 128;

  /**
   * Script of every chore. Everything that differs is passed as arguments and standard input, and
   * never as a part of the script. A task with outputs has a work directory, which contains the
   * checkout.
   */
  static final String SCRIPT =
      """
      set -u
      work=${TASK_WORK_DIRECTORY:-}
      place=$(mktemp -d "${work:-${TMPDIR:-/tmp}}/chore.XXXXXXXX") || exit 75
      trap 'cd / && rm -rf -- "$place"' EXIT
      cat >"$place/instructions" || exit 75
      export GIT_TERMINAL_PROMPT=0 GIT_ALLOW_PROTOCOL=file:http:https:ssh
      export GIT_ROOT="$place/checkout" CHORE_ROOT="$place/checkout/$3"
      from_git() {
        git -C "$GIT_ROOT" -c core.hooksPath=/dev/null -c core.fsmonitor=false \\
          -c core.symlinks=false -c fetch.fsckObjects=true -c submodule.recurse=false "$@"
      }
      git init --quiet --template= "$GIT_ROOT" &&
        from_git fetch --quiet --no-tags --no-recurse-submodules --depth 1 -- "$1" "$2" &&
        from_git checkout --quiet --detach FETCH_HEAD &&
        cd "$CHORE_ROOT" || exit 75
      export PATH="$CHORE_ROOT/bin:$GIT_ROOT/work/bin:$PATH"
      bash "$place/instructions" </dev/null || exit
      if [ -n "$work" ]; then
        rm -rf -- "$work/chore" && mv -- "$CHORE_ROOT" "$work/chore" || exit 1
      fi
      """;

  /**
   * Returns the request that schedules the task, which is the same for every bridge of this
   * version.
   */
  public ScheduleRequest request() {
    var argv =
        ListValue.newBuilder()
            .addValues(text("bash"))
            .addValues(text("-c"))
            .addValues(text(SCRIPT))
            .addValues(text("chore"))
            .addValues(text(repository))
            .addValues(text(worker.commit()))
            .addValues(text(directory));
    var fatal = ListValue.newBuilder();
    IntStream.range(1, SIGNAL_EXIT_CODES)
        .filter(code -> code != RETRIABLE_EXIT_CODE)
        .forEach(code -> fatal.addValues(Value.newBuilder().setNumberValue(code)));
    var payload =
        Struct.newBuilder()
            .putFields("argv", Value.newBuilder().setListValue(argv).build())
            .putFields("stdin", text(instructions).build())
            .putFields("fatalExitCodes", Value.newBuilder().setListValue(fatal).build());
    return ScheduleRequest.newBuilder()
        .setLambda(worker.lambda())
        .setIdempotencyKey(worker.key())
        .setJson(Value.newBuilder().setStructValue(payload))
        .addAllOutputs(results.stream().map(pattern -> RESULT_DIRECTORY + "/" + pattern).toList())
        .build();
  }

  private static Value.Builder text(String text) {
    return Value.newBuilder().setStringValue(text);
  }

  /** Returns the end of a chore; empty if its task has not ended. */
  public static Optional<ChoreOutcome> outcome(Task task) {
    return switch (task.getStatus()) {
      case SUCCESS -> Optional.of(succeeded(task));
      case FATAL_FAILURE -> Optional.of(failed(ChoreOutcome.State.FAILED, task));
      case CANCELLED -> Optional.of(failed(ChoreOutcome.State.CANCELLED, task));
      case TASK_STATUS_UNSPECIFIED,
          NEW,
          ENQUEUED,
          CLAIMED,
          PROCESSING,
          RETRIABLE_FAILURE,
          BLOCKED,
          UNRECOGNIZED ->
          Optional.empty();
    };
  }

  private static ChoreOutcome succeeded(Task task) {
    var fields = task.getResultJson().getStructValue().getFieldsMap();
    var nothing = Value.getDefaultInstance();
    var results = ChoreResults.of(task);
    var outcome =
        new ChoreOutcome(
            ChoreOutcome.State.SUCCEEDED,
            fields.getOrDefault("stdout", nothing).getStringValue(),
            fields.getOrDefault("stderr", nothing).getStringValue(),
            results.files());
    if (fields.getOrDefault("truncated", nothing).getBoolValue()) {
      outcome = outcome.noted("the output was longer; its end is missing");
    }
    for (var note : results.notes()) {
      outcome = outcome.noted(note);
    }
    return outcome;
  }

  private static ChoreOutcome failed(ChoreOutcome.State state, Task task) {
    var failure = task.getFailure();
    var sections = FailureDetails.sections(failure);
    var error = sections.getOrDefault("stderr", sections.getOrDefault("details", ""));
    var reason =
        task.hasFailure()
            ? failure.getCode() + ": " + failure.getMessage()
            : task.getStatus().name();
    return new ChoreOutcome(state, sections.getOrDefault("stdout", ""), error, List.of())
        .noted("task %s: %s".formatted(task.getTaskId(), reason));
  }

  /**
   * Files that a task has created and that are committed with the chore. Workers are not trusted
   * with the repository: files that could change the chore itself, or lead outside of its
   * directory, are omitted.
   *
   * @param files files to be committed
   * @param notes lines for {@code error.txt} about omitted files
   */
  private record ChoreResults(List<ChoreResult> files, List<String> notes) {
    /** Maximum size of a chore's results in bytes: two files of the maximum size. */
    static final long BYTES_MAX = 20L * 1024 * 1024;

    static ChoreResults of(Task task) {
      var files = new ArrayList<ChoreResult>();
      var notes = new ArrayList<String>();
      long bytes = 0;
      var made =
          task.getOutputFilesList().stream()
              .sorted(Comparator.comparing(Resource::getPath))
              .toList();
      for (var file : made) {
        if (!file.getPath().startsWith(ChoreTask.RESULT_DIRECTORY + "/")) {
          continue;
        }
        var path = file.getPath().substring(ChoreTask.RESULT_DIRECTORY.length() + 1);
        var problem = ChorePath.problem(path);
        if (problem.isPresent()) {
          notes.add(note(path, "is not committed", problem.get(), task));
        } else if (file.getBytes() > Chore.FILE_BYTES_MAX || bytes + file.getBytes() > BYTES_MAX) {
          notes.add(
              note(
                  path,
                  "has %d bytes".formatted(file.getBytes()),
                  "at most %d, and %d together".formatted(Chore.FILE_BYTES_MAX, BYTES_MAX),
                  task));
        } else if (!Chore.isReserved(path)) {
          files.add(new ChoreResult(path, task.getLambda(), file.getSha256(), file.getBytes()));
          bytes += file.getBytes();
        }
      }
      return new ChoreResults(List.copyOf(files), List.copyOf(notes));
    }

    private static String note(String path, String what, String expected, Task task) {
      return "result %s %s (expected: %s); it is kept with the task: atf outputs %s"
          .formatted(ChoreJson.shown(path), what, expected, task.getTaskId());
    }
  }
}
