package dev.atf.worker.builtin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.atf.executor.FailureCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.core.call.ResultLimits;
import dev.atf.executor.core.lease.Descendants;
import dev.atf.runtime.SystemText;
import dev.atf.runtime.loop.Threads;
import dev.atf.worker.supervisor.ProcessTree;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a command of this host, in the work directory of a task that has resources or outputs. A
 * non-zero exit is retriable unless the payload lists the exit code as fatal. At every end of the
 * attempt, all processes that the command has started and that still run are killed.
 */
record CommandHandler(CommandLauncher launcher, SystemText encoding)
    implements TaskHandler<JsonNode> {
  private static final Logger logger = LoggerFactory.getLogger(CommandHandler.class);

  /** Environment variable with the mark of an attempt's processes. */
  private static final String PROCESS_TREE = "TASK_PROCESS_TREE";

  /** Maximum number of bytes of each output stream. Two of them fit into a result. */
  static final int STREAM_BYTES_MAX = 64 * 1024;

  /**
   * Maximum number of bytes of each output stream as JSON, in which control characters take six
   * bytes.
   */
  private static final int STREAM_JSON_BYTES_MAX = 160 * 1024;

  /** Maximum time in milliseconds for which a stream may stay open after its command has ended. */
  private static final long STREAM_END_MILLIS_MAX = 1_000;

  @Override
  public Outcome handle(JsonNode payload, TaskContext context) throws InterruptedException {
    var fields = new PayloadFields(payload);
    var request = CommandRequest.read(fields, encoding);
    var failure = fields.failure();
    if (failure.isPresent()) {
      return failure.get();
    }
    // This is retriable, because the executors of another host may have another locale.
    if (!request.unwritable().isEmpty()) {
      return Outcome.retriable(
          FailureCode.LOCALE_UNSUITABLE.name(),
          "%s (expected: %s)"
              .formatted(String.join(", ", request.unwritable()), encoding.expected()));
    }
    var work =
        context.hasWorkDirectory() ? Optional.of(context.workDirectory()) : Optional.<Path>empty();
    var cwd = request.cwd().or(() -> work).orElseGet(() -> Path.of("").toAbsolutePath());
    var builder = builder(request, context, work).directory(cwd.toFile());
    var program = request.argv().get(0);
    // This is retriable, because another host may have the directory.
    if (!Files.isDirectory(cwd)) {
      return Outcome.retriable("COMMAND_NOT_FOUND", "no directory " + cwd);
    }
    var path = builder.environment().getOrDefault("PATH", "");
    if (ProgramPath.find(program, path, cwd).isEmpty()) {
      return Outcome.retriable("COMMAND_NOT_FOUND", "no program " + program);
    }
    var tree = ProcessTree.withNewMark(PROCESS_TREE);
    tree.mark(builder.environment());
    try {
      return run(builder.start(), request, context::log);
    } catch (IOException e) {
      return Outcome.retriable(
          "COMMAND_NOT_FOUND", "cannot start %s: %s".formatted(program, e.getMessage()));
    } finally {
      if (!tree.killAll()) {
        logger.error(
            "processes of a command may still run: it starts them as fast as they are killed, or"
                + " they cannot be listed taskId={}",
            context.taskId());
      }
    }
  }

  private ProcessBuilder builder(CommandRequest request, TaskContext context, Optional<Path> work) {
    var builder = new ProcessBuilder(launcher.wrap(request.argv()));
    var environment = builder.environment();
    // The command does not inherit the executor's settings.
    environment.keySet().removeIf(name -> name.startsWith("ATF_"));
    environment.put("TASK_ID", context.taskId());
    environment.put("TASK_ATTEMPT", String.valueOf(context.attempt()));
    environment.put("TASK_FENCING_TOKEN", String.valueOf(context.fencingToken()));
    work.ifPresent(path -> environment.put("TASK_WORK_DIRECTORY", path.toString()));
    context
        .traceHeaders()
        .forEach((name, value) -> environment.put(name.toUpperCase(Locale.ROOT), value));
    environment.putAll(request.env());
    return builder;
  }

  private static Outcome run(Process process, CommandRequest request, Consumer<String> log)
      throws InterruptedException {
    try {
      var stdout =
          StreamCapture.start("atf-stdout", process.getInputStream(), STREAM_BYTES_MAX, log);
      var stderr =
          StreamCapture.start("atf-stderr", process.getErrorStream(), STREAM_BYTES_MAX, log);
      feed(process.getOutputStream(), request.stdin());
      if (!process.waitFor(request.timeout().toNanos(), TimeUnit.NANOSECONDS)) {
        Descendants.killTree(process.toHandle());
        return new Outcome.RetriableFailure(
            "COMMAND_TIMED_OUT",
            "not done within " + request.timeout(),
            CommandFailure.details(null, stdout, stderr),
            null);
      }
      stdout.awaitEnd(STREAM_END_MILLIS_MAX);
      stderr.awaitEnd(STREAM_END_MILLIS_MAX);
      return outcome(process.exitValue(), stdout, stderr, request);
    } finally {
      if (process.isAlive()) {
        Descendants.killTree(process.toHandle());
      }
    }
  }

  private static Outcome outcome(
      int exitCode, StreamCapture stdout, StreamCapture stderr, CommandRequest request) {
    if (exitCode == 0) {
      var out = BoundedText.of(stdout.text(), stdout.isTruncated(), STREAM_JSON_BYTES_MAX);
      var err = BoundedText.of(stderr.text(), stderr.isTruncated(), STREAM_JSON_BYTES_MAX);
      return Outcome.success(
          new CommandResult(exitCode, out.text(), err.text(), out.truncated() || err.truncated()));
    }
    var message = "exit code " + exitCode;
    var details = CommandFailure.details(exitCode, stdout, stderr);
    return request.fatalExitCodes().contains(exitCode)
        ? new Outcome.FatalFailure("COMMAND_FAILED", message, details)
        : new Outcome.RetriableFailure("COMMAND_FAILED", message, details, null);
  }

  /** Writes the input on a separate thread, because a command that does not read would block it. */
  private static void feed(OutputStream stdin, String text) {
    if (text.isEmpty()) {
      close(stdin);
      return;
    }
    Threads.system()
        .start(
            "atf-stdin",
            () -> {
              try (stdin) {
                stdin.write(text.getBytes(StandardCharsets.UTF_8));
              } catch (IOException e) {
                // The command ended without reading all of its input. Its exit code says whether
                // that is an error.
              }
            });
  }

  private static void close(OutputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // The command had ended already.
    }
  }

  /**
   * Details of a failed {@code command} as JSON: how it ended, and the ends of both output streams.
   *
   * @param exitCode exit code; null if the command was killed because of its time-out
   * @param truncated whether a stream was longer
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record CommandFailure(
      @Nullable Integer exitCode, String stdout, String stderr, boolean truncated) {
    private static final JsonMapper JSON = new JsonMapper();

    /** Number of characters for the names, the exit code and the punctuation. */
    private static final int FRAME_CHARS_MAX = 80;

    private static final int STREAMS_CHARS_MAX = ResultLimits.DETAILS_CHARS_MAX - FRAME_CHARS_MAX;

    /**
     * Returns the details. Each stream may use half of their length, and what the other stream does
     * not need.
     */
    static String details(@Nullable Integer exitCode, StreamCapture stdout, StreamCapture stderr) {
      int half = STREAMS_CHARS_MAX / 2;
      var shortOut = BoundedText.tail(stdout.tail(), half);
      var err =
          BoundedText.tail(
              stderr.tail(), STREAMS_CHARS_MAX - BoundedText.jsonBytes(shortOut.text()));
      var out =
          BoundedText.tail(stdout.tail(), STREAMS_CHARS_MAX - BoundedText.jsonBytes(err.text()));
      boolean truncated =
          out.truncated() || err.truncated() || stdout.isTruncated() || stderr.isTruncated();
      try {
        return JSON.writeValueAsString(
            new CommandFailure(exitCode, out.text(), err.text(), truncated));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("texts and a number that cannot be written as JSON", e);
      }
    }
  }

  /**
   * Result of {@code command}.
   *
   * @param truncated whether stdout or stderr was longer
   */
  record CommandResult(int exitCode, String stdout, String stderr, boolean truncated) {}

  /** Searches for a program by the rules of the shell. */
  static final class ProgramPath {
    private ProgramPath() {}

    /**
     * Returns the path of a program; empty if it does not exist.
     *
     * @param searchPath PATH of the command
     * @param cwd directory against which names with a slash are resolved
     */
    static Optional<Path> find(String program, String searchPath, Path cwd) {
      try {
        if (program.contains("/") || program.contains(File.separator)) {
          return Optional.of(cwd.resolve(program)).filter(ProgramPath::isProgram);
        }
        for (var directory : searchPath.split(File.pathSeparator, -1)) {
          var file = cwd.resolve(directory).resolve(program);
          if (!program.isEmpty() && isProgram(file)) {
            return Optional.of(file);
          }
        }
        return Optional.empty();
      } catch (InvalidPathException e) {
        return Optional.empty();
      }
    }

    private static boolean isProgram(Path file) {
      return Files.isRegularFile(file) && Files.isExecutable(file);
    }
  }

  /**
   * Payload of {@code command}.
   *
   * @param env variables that are added to the environment of the executor, from which its own
   *     settings are removed
   * @param cwd working directory; if empty, the attempt's work directory if it has one, and
   *     otherwise that of the executor
   * @param timeout time after which the command and all its children are killed
   * @param fatalExitCodes exit codes that a retry would not change
   * @param unwritable fields that the locale of the process cannot encode
   */
  private record CommandRequest(
      List<String> argv,
      String stdin,
      Map<String, String> env,
      Optional<Path> cwd,
      Duration timeout,
      Set<Integer> fatalExitCodes,
      List<String> unwritable) {
    /**
     * Default time-out. It is long enough for most commands, and a hanging command is still noticed
     * on the same day.
     */
    static final Duration TIMEOUT_DEFAULT = Duration.ofHours(1);

    static CommandRequest read(PayloadFields fields, SystemText encoding) {
      var argv = fields.requiredTexts("argv");
      var env = fields.texts("env");
      env.keySet().stream()
          .filter(name -> name.isEmpty() || name.contains("="))
          .findFirst()
          .ifPresent(
              name -> fields.violate("env", fields.any("env").orElseThrow(), "names without ="));
      var cwd = fields.text("cwd");
      var unwritable = unwritable(argv, env, cwd, encoding);
      return new CommandRequest(
          argv,
          fields.text("stdin").orElse(""),
          env,
          unwritable.contains("cwd") ? Optional.empty() : path(cwd, fields),
          fields.duration("timeout").orElse(TIMEOUT_DEFAULT),
          fields.integers("fatalExitCodes"),
          unwritable);
    }

    private static List<String> unwritable(
        List<String> argv, Map<String, String> env, Optional<String> cwd, SystemText encoding) {
      var fields = new ArrayList<String>();
      for (int i = 0; i < argv.size(); i++) {
        if (!encoding.canWrite(argv.get(i))) {
          fields.add("argv[" + i + "]");
        }
      }
      env.forEach(
          (name, value) -> {
            if (!encoding.canWrite(name + value)) {
              fields.add("env." + name);
            }
          });
      cwd.filter(text -> !encoding.canWrite(text)).ifPresent(text -> fields.add("cwd"));
      return List.copyOf(fields);
    }

    private static Optional<Path> path(Optional<String> cwd, PayloadFields fields) {
      try {
        return cwd.map(text -> Path.of(text).toAbsolutePath());
      } catch (InvalidPathException e) {
        JsonNode value = fields.any("cwd").orElseThrow();
        fields.violate("cwd", value, "a path");
        return Optional.empty();
      }
    }
  }
}
