package dev.atf.lab.execution;

import dev.atf.executor.TaskHandler;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Stream;

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
      try {
        return handler.handle(payload, context);
      } finally {
        ended(task, context.fencingToken());
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
  public void ended(String task, long epoch) {
    write(Kind.ENDED, task, epoch);
  }

  private void write(Kind kind, String task, long epoch) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, instants.instant());
    try {
      file.write(new Entry(kind, task, epoch, pid, micros, clock.nanos()).bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kind of entry. */
  enum Kind {
    BEGAN('b'),
    ENDED('e');

    private final char code;

    Kind(char code) {
      this.code = code;
    }

    static Kind of(char code) {
      return Stream.of(values()).filter(kind -> kind.code == code).findFirst().orElseThrow();
    }
  }

  /**
   * One entry of an {@link ExecutionLog}: 36 bytes and the name of the task.
   *
   * @param micros of the wall clock
   * @param nanos of the monotonic clock of the host
   */
  record Entry(Kind kind, String task, long epoch, long pid, long micros, long nanos) {
    private static final int HEAD_BYTES = Short.BYTES + Character.BYTES + 4 * Long.BYTES;

    ByteBuffer bytes() {
      var name = task.getBytes(StandardCharsets.UTF_8);
      var bytes = ByteBuffer.allocate(HEAD_BYTES + name.length);
      bytes.putShort((short) name.length).putChar(kind.code);
      bytes.putLong(epoch).putLong(pid).putLong(micros).putLong(nanos).put(name);
      return bytes.flip();
    }

    /** Reads the next entry; empty, and nothing is read, if it is not there as a whole. */
    static Optional<Entry> read(ByteBuffer bytes) {
      if (bytes.remaining() < HEAD_BYTES
          || bytes.remaining() < HEAD_BYTES + bytes.getShort(bytes.position())) {
        return Optional.empty();
      }
      var name = new byte[bytes.getShort()];
      var kind = Kind.of(bytes.getChar());
      long epoch = bytes.getLong();
      long pid = bytes.getLong();
      long micros = bytes.getLong();
      long nanos = bytes.getLong();
      bytes.get(name);
      var task = new String(name, StandardCharsets.UTF_8);
      return Optional.of(new Entry(kind, task, epoch, pid, micros, nanos));
    }
  }
}
