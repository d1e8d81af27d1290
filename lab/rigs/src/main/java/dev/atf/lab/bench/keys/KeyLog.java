package dev.atf.lab.bench.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * File in which handlers record their executions, 32 bytes each, and read whether their phase is
 * cured. One process writes; another one reads while the file grows.
 */
final class KeyLog {
  private static final int ENTRY_BYTES = 4 * Integer.BYTES + 2 * Long.BYTES;
  private static final String FILE = "executions";

  private final Path directory;

  KeyLog(Path directory) {
    this.directory = directory;
  }

  /** Opens the log for writing; called once, by the process that writes. */
  Writer writer() {
    try {
      Files.createDirectories(directory);
      return new Writer(
          FileChannel.open(
              directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Appends; by any thread: entries do not tear. */
  static final class Writer {
    private final FileChannel file;
    private final InstantSource instants = InstantSource.system();

    private Writer(FileChannel file) {
      this.file = file;
    }

    Instant now() {
      return instants.instant();
    }

    /** Records an execution that ends now. */
    void ended(KeyJob job, boolean succeeded, Instant began) {
      var entry = ByteBuffer.allocate(ENTRY_BYTES);
      entry.putInt(job.phase()).putInt(job.key()).putInt(job.number()).putInt(succeeded ? 1 : 0);
      entry.putLong(micros(began)).putLong(micros(now()));
      try {
        file.write(entry.flip());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }

  /** Lets tasks that fail until their phase is cured succeed from now on. */
  void cure(int phase) {
    try {
      Files.createDirectories(directory);
      Files.createFile(cured(phase));
    } catch (FileAlreadyExistsException e) {
      // The phase is cured already.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isCured(int phase) {
    return Files.exists(cured(phase));
  }

  private Path cured(int phase) {
    return directory.resolve("cured-" + phase);
  }

  /** Returns a reader that continues where it stopped the last time. Not thread-safe. */
  Reader reader() {
    return new Reader(directory.resolve(FILE));
  }

  /** Returns what was written since the last call. */
  static final class Reader {
    private final Path file;
    private long position;

    private Reader(Path file) {
      this.file = file;
    }

    List<Execution> more() {
      if (!Files.exists(file)) {
        return List.of();
      }
      try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
        int whole = Math.toIntExact((channel.size() - position) / ENTRY_BYTES);
        var bytes = ByteBuffer.allocate(whole * ENTRY_BYTES);
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
          read = channel.read(bytes, position + bytes.position());
        }
        position += bytes.position();
        return executions(bytes.flip());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static List<Execution> executions(ByteBuffer bytes) {
      var read = new ArrayList<Execution>();
      while (bytes.remaining() >= ENTRY_BYTES) {
        read.add(
            new Execution(
                bytes.getInt(),
                bytes.getInt(),
                bytes.getInt(),
                bytes.getInt() == 1,
                bytes.getLong(),
                bytes.getLong()));
      }
      return read;
    }
  }
}
