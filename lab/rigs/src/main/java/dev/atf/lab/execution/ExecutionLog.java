package dev.atf.lab.execution;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskHandler;
import dev.atf.lab.execution.LogEntry.Kind;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * File to which the handlers of one process append the beginning and the end of each execution, so
 * that a rig can check them outside the framework: {@link Executions} reads it while it grows. Each
 * entry is one write, without a sync; it survives the death of the process. Safe for many threads:
 * entries do not tear.
 */
public final class ExecutionLog {
  static final String SUFFIX = ".executions";

  private final FileChannel file;
  private final InstantSource instants = InstantSource.system();
  private final MonotonicClock clock = MonotonicClock.system();
  private final long pid = ProcessHandle.current().pid();

  private ExecutionLog(FileChannel file) {
    this.file = file;
  }

  /** Opens the file of this process in {@code directory}. */
  public static ExecutionLog in(Path directory) {
    try {
      Files.createDirectories(directory);
      return new ExecutionLog(
          FileChannel.open(
              directory.resolve(ProcessHandle.current().pid() + SUFFIX),
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Wraps a handler so that its executions are recorded. */
  public <T> TaskHandler<T> around(TaskHandler<T> handler) {
    return (payload, context) -> {
      var task = context.taskId();
      began(task, context.fencingToken());
      boolean succeeded = false;
      try {
        var outcome = handler.handle(payload, context);
        succeeded = outcome instanceof Outcome.Success;
        return outcome;
      } finally {
        ended(task, context.fencingToken(), succeeded);
      }
    };
  }

  /**
   * Records the beginning of an execution.
   *
   * @param task name of the task, unique in the directory
   * @param epoch of the attempt; 0 if there is none
   */
  public void began(String task, long epoch) {
    write(Kind.BEGAN, task, epoch);
  }

  /** Records the end of the execution that began last with this task and epoch. */
  public void ended(String task, long epoch, boolean succeeded) {
    write(succeeded ? Kind.SUCCEEDED : Kind.FAILED, task, epoch);
  }

  private void write(Kind kind, String task, long epoch) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, instants.instant());
    try {
      file.write(new LogEntry(kind, task, epoch, pid, micros, clock.nanos()).bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
