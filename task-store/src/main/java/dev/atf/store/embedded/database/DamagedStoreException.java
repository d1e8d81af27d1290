package dev.atf.store.embedded.database;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Thrown when the files of a store are not as it has left them; durable writes may be lost. */
public final class DamagedStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedStoreException(String message) {
    super(message);
  }

  DamagedStoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Translates a failure to open a database. */
  static RuntimeException ofOpening(Path directory, RocksDBException failure) {
    var message = String.valueOf(failure.getMessage());
    // RocksDB has no code of its own for its lock.
    if (message.contains("lock hold by") || message.contains("While lock file")) {
      return new StoreInUseException(directory + " is in use by another process", failure);
    }
    var status = failure.getStatus();
    if (status != null && status.getCode() == Status.Code.Corruption) {
      return new DamagedStoreException(
          directory + " is damaged: " + message + ". Restore a backup.", failure);
    }
    return new DamagedStoreException(directory + " cannot be opened: " + message, failure);
  }
}
