package dev.atf.blob.directory;

import dev.atf.blob.BlobKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Locks of records, for short changes: of this process, whose threads share file locks, and of the
 * file system for others, which releases those of a process that dies.
 */
final class RecordLocks {
  /**
   * Locks of all directories of this process; two files may share one. Chosen: over the threads.
   */
  private static final ReentrantLock[] STRIPES =
      Stream.generate(ReentrantLock::new).limit(256).toArray(ReentrantLock[]::new);

  private final BlobDirectory directory;

  RecordLocks(BlobDirectory directory) {
    this.directory = directory;
  }

  /** Waits for the lock, and holds it during the call. */
  <T> T holding(BlobKey key, BlobDirectory.FileCall<T> call) throws IOException {
    var file = directory.lock(key);
    var stripe = STRIPES[Math.floorMod(file.hashCode(), STRIPES.length)];
    stripe.lock();
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Until the channel is closed.
      var unused = channel.lock();
      return call.call();
    } finally {
      stripe.unlock();
    }
  }
}
