package dev.atf.executor.core.staging;

import dev.atf.runtime.HostFileLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directory of one start of a process, which holds the lock of the directory until it ends. When a
 * process was killed, another one can take its lock, and then removes its files.
 */
final class ProcessDirectory implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ProcessDirectory.class);
  private static final String LOCK_SUFFIX = ".lock";

  private final Path path;
  private final HostFileLock lock;

  private ProcessDirectory(Path path, HostFileLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates the directory of this start.
   *
   * @param name name that no other start has
   */
  static ProcessDirectory open(CacheDirectory directory, String name) throws IOException {
    var path = directory.processes().resolve(fileName(name));
    var file = CacheDirectory.lockOf(path);
    var lock = HostFileLock.tryTake(file);
    if (lock.isEmpty()) {
      // Another process that cleans up held the lock for a moment.
      lock = HostFileLock.tryTake(file);
    }
    var held = lock.orElseThrow(() -> new IOException(file + " is locked by another process"));
    try {
      var made = new ProcessDirectory(path, held);
      made.make();
      return made;
    } catch (IOException e) {
      held.close();
      throw e;
    }
  }

  /** Creates the directory and its missing parents. */
  void make() throws IOException {
    PrivateDirectory.make(path);
    PrivateDirectory.make(downloads());
  }

  /** Converts a name to a file name, which does not start with a dot. */
  static String fileName(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^\\.", "-");
  }

  Path path() {
    return path;
  }

  Path downloads() {
    return CacheDirectory.downloads(path);
  }

  /**
   * Removes the directories of processes that have ended. It skips a directory to which another
   * user can write.
   */
  static void removeDead(CacheDirectory directory) {
    try {
      if (!directory.hasProcesses()) {
        return;
      }
    } catch (IOException e) {
      log.warn("the files of ended processes are not removed: {}", e.getMessage());
      return;
    }
    try (var locks = Files.newDirectoryStream(directory.processes(), ProcessDirectory::isLock)) {
      for (var lock : locks) {
        removeIfDead(lock);
      }
    } catch (IOException e) {
      log.warn("the directories of ended processes cannot be listed: {}", e.toString());
    }
  }

  private static boolean isLock(Path file) {
    return String.valueOf(file.getFileName()).endsWith(LOCK_SUFFIX);
  }

  private static void removeIfDead(Path lockFile) {
    var name = String.valueOf(lockFile.getFileName());
    var dead = lockFile.resolveSibling(name.substring(0, name.length() - LOCK_SUFFIX.length()));
    try {
      var lock = HostFileLock.tryTake(lockFile);
      if (lock.isEmpty()) {
        return;
      }
      try {
        FileTree.remove(dead);
        Files.deleteIfExists(lockFile);
      } finally {
        lock.get().close();
      }
      log.info("removed the files of an ended process directory={}", dead);
    } catch (IOException e) {
      log.warn(
          "the files of an ended process cannot be removed directory={}: {}", dead, e.toString());
    }
  }

  /**
   * Removes the directory. If it contains the work directory of a handler that does not stop, it
   * stays locked as long as this JVM lives.
   */
  @Override
  public void close() {
    try {
      if (isEmpty()) {
        try {
          FileTree.remove(path);
          Files.deleteIfExists(CacheDirectory.lockOf(path));
        } finally {
          lock.close();
        }
      }
    } catch (IOException e) {
      log.warn("the files of this process cannot be removed directory={}: {}", path, e.toString());
    }
  }

  private boolean isEmpty() throws IOException {
    try (var files = Files.newDirectoryStream(path)) {
      for (var file : files) {
        if (!file.equals(downloads())) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException e) {
      return true;
    }
  }
}
