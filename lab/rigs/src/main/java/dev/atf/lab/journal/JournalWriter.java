package dev.atf.lab.journal;

import dev.atf.executor.TaskContext;
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
import java.time.InstantSource;

/**
 * Records the beginning and the end of each execution of this process, a JSON line each, so that
 * overlaps can be found outside the framework: {@link Journal} reads it. Each line is one write,
 * which survives the death of the process.
 */
public final class JournalWriter {
  private final FileChannel file;
  private final InstantSource instants = InstantSource.system();
  private final MonotonicClock clock = MonotonicClock.system();
  private final long pid = ProcessHandle.current().pid();

  private JournalWriter(FileChannel file) {
    this.file = file;
  }

  /** Creates a file of this process in {@code directory}. */
  public static JournalWriter in(Path directory) {
    try {
      Files.createDirectories(directory);
      var name = ProcessHandle.current().pid() + ".jsonl";
      return new JournalWriter(
          FileChannel.open(
              directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Wraps a handler so that its executions are recorded. */
  public <T> TaskHandler<T> around(TaskHandler<T> handler) {
    return (payload, context) -> {
      write("start", context);
      try {
        return handler.handle(payload, context);
      } finally {
        write("end", context);
      }
    };
  }

  private void write(String event, TaskContext context) throws IOException {
    // Ids are hexadecimal and numbers are numbers: nothing needs escaping.
    var line =
        "{\"event\":\"%s\",\"taskId\":\"%s\",\"epoch\":%d,\"attempt\":%d,\"pid\":%d,\"at\":\"%s\",\"nanos\":%d}%n"
            .formatted(
                event,
                context.taskId(),
                context.fencingToken(),
                context.attempt(),
                pid,
                instants.instant(),
                clock.nanos());
    file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
  }
}
