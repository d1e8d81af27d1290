package dev.atf.runtime;

import dev.atf.runtime.loop.Threads;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lock of a file that at most one thread of one process of this host holds. The operating system
 * releases it when the process ends.
 *
 * <p>POSIX releases the locks of a process when it closes <em>any</em> descriptor of the file, and
 * Java refuses a second lock of one JVM. Therefore a JVM opens a lock file only while none of its
 * other threads holds it.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/fcntl_locking.2.html">fcntl</a>
 */
public final class HostFileLock implements AutoCloseable {
  /** Time between two tries, which is short compared to the work under a lock. */
  private static final Duration CHECK_EVERY = Duration.ofMillis(20);

  /** Files that this JVM has locked, or is about to lock. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private HostFileLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Waits until the lock is free, and takes it. Creates the file if necessary. */
  public static HostFileLock take(Path file, Threads threads)
      throws IOException, InterruptedException {
    while (true) {
      var taken = tryTake(file);
      if (taken.isPresent()) {
        return taken.get();
      }
      threads.sleep(CHECK_EVERY);
    }
  }

  /**
   * Takes the lock if it is free.
   *
   * @return empty if this or another process holds it, or its file was just removed
   */
  public static Optional<HostFileLock> tryTake(Path file) throws IOException {
    var key = key(file);
    if (!HELD.add(key)) {
      return Optional.empty();
    }
    boolean taken = false;
    try {
      var channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      try {
        // A process removes a lock file only while it holds the lock.
        taken = channel.tryLock() != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        return taken ? Optional.of(new HostFileLock(key, channel)) : Optional.empty();
      } catch (OverlappingFileLockException e) {
        // The lock is held by this class in another class loader.
        return Optional.empty();
      } finally {
        if (!taken) {
          channel.close();
        }
      }
    } finally {
      if (!taken) {
        HELD.remove(key);
      }
    }
  }

  private static Path key(Path file) throws IOException {
    var parent = file.toAbsolutePath().getParent();
    return parent == null ? file : parent.toRealPath().resolve(file.getFileName());
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(file);
    }
  }
}
