package dev.atf.store.embedded.database;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Thrown when the files of a store have changed since the store wrote them. Durable writes may be
 * lost.
 */
public final class DamagedStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DamagedStoreException(String message) {
    super(message);
  }

  private DamagedStoreException(String message, Throwable cause) {
    super(message, cause);
  }

  static DamagedStoreException of(Path damaged, String what) {
    return new DamagedStoreException(message(damaged, what));
  }

  public static DamagedStoreException of(Path damaged, String what, Throwable cause) {
    return new DamagedStoreException(message(damaged, what), cause);
  }

  private static String message(Path damaged, String what) {
    return "%s is damaged: %s. Restore a backup.".formatted(damaged, what);
  }

  /** Translates a failure to open a database. */
  static RuntimeException ofOpening(Path directory, RocksDBException failure) {
    var message = String.valueOf(failure.getMessage());
    // RocksDB has no separate error code for its lock.
    if (message.contains("lock hold by") || message.contains("While lock file")) {
      return new StoreInUseException(directory + " is in use by another process", failure);
    }
    return isDamage(failure)
        ? of(directory, message, failure)
        : new DamagedStoreException(
            directory
                + " cannot be opened: "
                + message
                + ". Check the disk, then start again, or restore a backup.",
            failure);
  }

  /** Translates a read failure. A retry does not help, because the files are already open. */
  static DamagedStoreException ofReading(Path directory, RocksDBException failure) {
    return isDamage(failure)
        ? of(directory, String.valueOf(failure.getMessage()), failure)
        : new DamagedStoreException(
            "%s cannot be read: %s. Check the disk, then start again, or restore a backup."
                .formatted(directory, failure.getMessage()),
            failure);
  }

  static boolean isDamage(RocksDBException failure) {
    var status = failure.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }
}
