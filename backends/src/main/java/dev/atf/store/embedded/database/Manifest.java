package dev.atf.store.embedded.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Durable part of RocksDB's list of its files. With a shorter list, RocksDB would open the store
 * without some files, and delete them.
 *
 * @param number number of the list, which grows with each start; 0 if it is unknown
 * @param bytes size of the durable part
 */
record Manifest(long number, long bytes) {
  static final Manifest UNKNOWN = new Manifest(0, 0);

  private static final String PREFIX = "MANIFEST-";

  /** Returns the durable part of the list of an open store. */
  static Manifest of(RocksDB rocks) throws RocksDBException {
    var live = rocks.getLiveFiles(false);
    return live.files.stream()
        .map(file -> file.substring(file.lastIndexOf('/') + 1))
        .filter(file -> file.startsWith(PREFIX))
        .map(file -> new Manifest(number(file), live.manifestFileSize))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Returns whether the current list of files has exactly this number of bytes. */
  boolean isCurrent(Path data) {
    return !equals(UNKNOWN)
        && data.resolve("%s%06d".formatted(PREFIX, number)).toFile().length() == bytes;
  }

  /**
   * Requires that a closed store has at least this part of the list, or a later list.
   *
   * @param directory directory of the store
   * @param data directory of RocksDB's files
   * @throws DamagedStoreException if the list is shorter or missing
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
