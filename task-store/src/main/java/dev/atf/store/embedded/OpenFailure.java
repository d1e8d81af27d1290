package dev.atf.store.embedded;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Translates failures to open a database. */
final class OpenFailure {
  private OpenFailure() {}

  static RuntimeException of(Path directory, RocksDBException failure) {
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
