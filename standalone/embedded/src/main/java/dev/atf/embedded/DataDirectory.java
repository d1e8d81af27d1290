package dev.atf.embedded;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Data directory that only one process at a time can use. The lock ends with the process. */
public final class DataDirectory implements AutoCloseable {
  /**
   * Directories that this process uses. Closing a second channel of the lock file would release the
   * lock (see {@link FileLock}), so the file is opened only once.
   */
  private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final Path real;
  private final FileChannel channel;

  private DataDirectory(Path path, Path real, FileChannel channel) {
    this.path = path;
    this.real = real;
    this.channel = channel;
  }

  /**
   * Creates the directory if necessary, and locks it.
   *
   * @throws ConfigException if another process has it, or this one already, or if it belongs to
   *     another user
   */
  public static DataDirectory take(Path path) {
    try {
      OwnDirectory.make(path);
      OwnDirectory.requireOwn(path);
      if (OwnDirectory.isOpenToOthers(path)) {
        System.err.printf(
            "atf: other users of this machine can read %s, with all payloads: chmod 700 %s%n",
            path, path);
      }
      return lock(path, path.toRealPath());
    } catch (IOException e) {
      throw new ConfigException(
          "the data directory " + path + " cannot be used: " + e.getMessage());
    }
  }

  private static DataDirectory lock(Path path, Path real) throws IOException {
    if (!TAKEN.add(real)) {
      throw new ConfigException(
          path + " is in use by this process already: close that, or give another directory");
    }
    try {
      var channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() != null) {
        return new DataDirectory(path, real, channel);
      }
      channel.close();
      throw new ConfigException(
          path + " is in use by another atf process: stop it, or give another directory");
    } catch (OverlappingFileLockException e) {
      // Another class loader of this process has it.
      TAKEN.remove(real);
      throw new ConfigException(path + " is in use by this process already");
    } catch (IOException | RuntimeException e) {
      TAKEN.remove(real);
      throw e;
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
      throw new UncheckedIOException(e);
    } finally {
      TAKEN.remove(real);
    }
  }
}
