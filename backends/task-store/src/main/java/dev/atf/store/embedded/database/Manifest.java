package dev.atf.store.embedded.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * How much of RocksDB's list of its files is durable. A shorter list names fewer files, and RocksDB
 * would open the store without the others and delete them.
 *
 * @param number number of the list; each start creates one with a larger number; 0 if it is unknown
 */
record Manifest(long number, long bytes) {
  static final Manifest UNKNOWN = new Manifest(0, 0);

  private static final String PREFIX = "MANIFEST-";

  /** Returns the durable part of the list that an open store writes to. */
  static Manifest of(RocksDB rocks) throws RocksDBException {
    var live = rocks.getLiveFiles(false);
    return live.files.stream()
        .map(file -> file.substring(file.lastIndexOf('/') + 1))
        .filter(file -> file.startsWith(PREFIX))
        .map(file -> new Manifest(number(file), live.manifestFileSize))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Returns whether the list has as many bytes as this says. */
  boolean isCurrent(Path data) {
    return !equals(UNKNOWN)
        && data.resolve("%s%06d".formatted(PREFIX, number)).toFile().length() == bytes;
  }

  /**
   * Requires the files of a store that is not open to have all of this, or a later list.
   *
   * @param directory of the store
   * @param data directory of RocksDB's files
   * @throws DamagedStoreException if they do not
   */
  void requireIn(Path directory, Path data) {
    if (equals(UNKNOWN)) {
      return;
    }
    String name;
    try {
      name = Files.readString(data.resolve("CURRENT")).strip();
    } catch (IOException e) {
      throw DamagedStoreException.of(directory, "its file CURRENT cannot be read", e);
    }
    long found = name.matches(PREFIX + "\\d{1,18}") ? number(name) : 0;
    if (found < number) {
      throw DamagedStoreException.of(
          directory,
          "its file CURRENT names '%s', but list %d of its files was durable"
              .formatted(name, number));
    }
    long length = data.resolve(name).toFile().length();
    if (found == number && length < bytes) {
      throw DamagedStoreException.of(
          directory,
          "%s, the list of its files, has %d bytes, but %d were durable"
              .formatted(name, length, bytes));
    }
  }

  private static long number(String name) {
    return Long.parseLong(name.substring(PREFIX.length()));
  }
}
