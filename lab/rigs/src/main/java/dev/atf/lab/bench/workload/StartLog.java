package dev.atf.lab.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * File in which the handlers of one process record their beginning: 16 bytes a job, its number and
 * the microsecond of the wall clock. Costs one write to a file, without a sync; {@link Starts}
 * reads it while it grows.
 */
public final class StartLog {
  static final int ENTRY_BYTES = 2 * Long.BYTES;

  private final FileChannel file;
  private final InstantSource instants = InstantSource.system();

  private StartLog(FileChannel file) {
    this.file = file;
  }

  /** Creates a file of this process in {@code directory}. */
  public static StartLog in(Path directory) {
    try {
      Files.createDirectories(directory);
      return new StartLog(
          FileChannel.open(
              directory.resolve(ProcessHandle.current().pid() + ".starts"),
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Records the beginning of a job. Safe for many threads: entries do not tear. */
  public void begun(long number) {
    var entry = ByteBuffer.allocate(ENTRY_BYTES);
    entry.putLong(number).putLong(ChronoUnit.MICROS.between(Instant.EPOCH, instants.instant()));
    try {
      file.write(entry.flip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
