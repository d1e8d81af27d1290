package dev.atf.local;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A directory in which one process at a time keeps its data; the lock ends with the process. */
public final class DataDirectory implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;

  private DataDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Makes the directory if necessary and locks it.
   *
   * @throws ConfigException if another process has it
   */
  public static DataDirectory take(Path path) {
    try {
      OwnDirectory.make(path);
      if (OwnDirectory.isOpenToOthers(path)) {
        System.err.printf(
            "atf: other users of this machine can read %s, with all payloads: chmod 700 %s%n",
            path, path);
      }
      var channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        channel.close();
        throw new ConfigException(
            path + " is in use by another atf process: stop it, or give another --data");
      }
      return new DataDirectory(path, channel);
    } catch (IOException e) {
      throw new ConfigException(
          "the data directory " + path + " cannot be used: " + e.getMessage());
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
