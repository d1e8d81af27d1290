package dev.atf.runtime;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.Optional;

/**
 * Private directory of this process, which is removed when it is closed. Close it after the
 * processes that write there have ended. A shutdown hook could remove it while they still drain,
 * because hooks run concurrently.
 */
public final class TemporaryDirectory implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String LOCK_SUFFIX = ".lock";

  /**
   * Maximum number of tries to lock a new directory. Another process that removes directories may
   * hold the lock for a moment, and then removes the new directory, too.
   */
  private static final int LOCK_TRIES_MAX = 10;

  private final Path path;

  /** Lock beside the directory; empty if nobody removes the directory of a killed process. */
  private final Optional<HostFileLock> lock;

  private TemporaryDirectory(Path path, Optional<HostFileLock> lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates a directory in the system's directory for temporary files.
   *
   * @throws ConfigException if this process cannot create it
   */
  public static TemporaryDirectory make(String prefix) {
    var parent = systemDirectory();
    try {
      return new TemporaryDirectory(Files.createTempDirectory(parent, prefix), Optional.empty());
    } catch (IOException e) {
      throw refusal(parent, e);
    }
  }

  /**
   * Creates a directory as {@link #make} does. If this process is killed, the next process that
   * locks a directory with this prefix removes it.
   *
   * @throws ConfigException if this process cannot create it
   */
  public static TemporaryDirectory makeLocked(String prefix) {
    return lockedIn(systemDirectory(), prefix);
  }

  /**
   * Creates a directory for small files as {@link #makeLocked} does, but in memory if this system
   * has such a directory. A disk that is full or hangs does not matter there.
   *
   * @throws ConfigException if this process cannot create it
   */
  public static TemporaryDirectory makeInMemory(String prefix) {
    boolean hasMemory = Files.isDirectory(MEMORY) && Files.isWritable(MEMORY);
    return lockedIn(hasMemory ? MEMORY : systemDirectory(), prefix);
  }

  static TemporaryDirectory lockedIn(Path parent, String prefix) {
    try {
      var created = newLocked(parent, prefix);
      removeDead(parent, prefix, Files.getOwner(created.path));
      return created;
    } catch (IOException e) {
      throw refusal(parent, e);
    }
  }

  private static TemporaryDirectory newLocked(Path parent, String prefix) throws IOException {
    for (int tries = 0; tries < LOCK_TRIES_MAX; tries++) {
      var path = Files.createTempDirectory(parent, prefix);
      var lock = HostFileLock.tryTake(lockOf(path));
      if (lock.isPresent()) {
        return new TemporaryDirectory(path, lock);
      }
    }
    throw new IOException("other processes lock the new directories");
  }

  /**
   * Creates a directory below {@code parent}.
   *
   * @throws ConfigException if this process cannot create it
   */
  public static TemporaryDirectory in(Path parent, String prefix) {
    try {
      return new TemporaryDirectory(
          Files.createTempDirectory(Files.createDirectories(parent), prefix), Optional.empty());
    } catch (IOException e) {
      throw refusal(parent, e);
    }
  }

  private static Path systemDirectory() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static ConfigException refusal(Path parent, IOException cause) {
    return new ConfigException(
        "%s is not writable for user %s (expected: a directory where it can create files); mount a tmpfs or a volume of mode 1777 there, or change -Djava.io.tmpdir: %s"
            .formatted(parent, user(), cause));
  }

  /** Returns the number of this process's user if the system has one, or the name of the user. */
  private static Object user() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return System.getProperty("user.name");
    }
  }

  private static Path lockOf(Path directory) {
    return directory.resolveSibling(directory.getFileName() + LOCK_SUFFIX);
  }

  /** Removes the directories of this user's killed processes, whose locks are free. */
  private static void removeDead(Path parent, String prefix, UserPrincipal user) {
    try (var locks = Files.newDirectoryStream(parent, prefix + "*" + LOCK_SUFFIX)) {
      for (var lock : locks) {
        var name = String.valueOf(lock.getFileName());
        removeIfDead(
            lock.resolveSibling(name.substring(0, name.length() - LOCK_SUFFIX.length())), user);
      }
    } catch (IOException | DirectoryIteratorException e) {
      reportLeft(parent.resolve(prefix + "*"), e);
    }
  }

  private static void removeIfDead(Path directory, UserPrincipal user) {
    var file = lockOf(directory);
    try {
      if (!belongsTo(user, file)) {
        return;
      }
      var lock = HostFileLock.tryTake(file);
      if (lock.isEmpty()) {
        return;
      }
      try {
        // Another user could replace a directory of its own by a link during the removal.
        if (Files.notExists(directory) || belongsTo(user, directory)) {
          remove(directory);
          Files.deleteIfExists(file);
        }
      } finally {
        lock.get().close();
      }
    } catch (NoSuchFileException e) {
      // Another process has removed it.
    } catch (IOException | UncheckedIOException e) {
      reportLeft(directory, e);
    }
  }

  private static boolean belongsTo(UserPrincipal user, Path file) throws IOException {
    return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(user);
  }

  public Path path() {
    return path;
  }

  /**
   * Returns the path, and removes the directory when the process ends. It is for directories to
   * which nothing is written while the process drains.
   */
  public Path untilExit() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "atf-cleanup"));
    return path;
  }

  @Override
  public void close() {
    try {
      remove(path);
      if (lock.isPresent()) {
        Files.deleteIfExists(lockOf(path));
        lock.get().close();
      }
    } catch (IOException | UncheckedIOException e) {
      reportLeft(path, e);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      // The system has removed it already.
    }
  }

  private static void reportLeft(Path path, Exception e) {
    System.err.println("atf: " + path + " could not be removed: " + e.getMessage());
  }
}
