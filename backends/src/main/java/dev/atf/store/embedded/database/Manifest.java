package dev.atf.store.embedded.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
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
  private static final int BLOCK_BYTES = 32 * 1024;
  private static final int HEADER_BYTES = 7;

  /** RocksDB stores checksums rotated and with this number added. */
  private static final int CHECKSUM_OFFSET = 0xa282ead8;

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
   * @throws DamagedStoreException if the list is shorter, damaged or missing
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
    if (found == number) {
      requireWholeRecords(directory, data.resolve(name));
    }
  }

  /**
   * Requires that the durable part consists of whole records. RocksDB takes a record whose length
   * is damaged for an unfinished write, and ignores it and the records after it.
   *
   * @see <a href="https://github.com/facebook/rocksdb/wiki/Write-Ahead-Log-File-Format">format</a>
   */
  private void requireWholeRecords(Path directory, Path list) {
    byte[] content;
    try (var in = Files.newInputStream(list)) {
      content = in.readNBytes(Math.toIntExact(bytes));
    } catch (IOException e) {
      throw DamagedStoreException.of(directory, list.getFileName() + " cannot be read", e);
    }
    var records = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    while (records.hasRemaining()) {
      int start = records.position();
      int leftInBlock = BLOCK_BYTES - start % BLOCK_BYTES;
      if (leftInBlock < HEADER_BYTES) {
        records.position(Math.min(start + leftInBlock, records.limit()));
      } else if (!skipRecord(records, leftInBlock)) {
        throw DamagedStoreException.of(
            directory,
            "%s, the list of its files, has no whole record at byte %d"
                .formatted(list.getFileName(), start));
      }
    }
  }

  /**
   * Skips a record: its checksum, length and type, and its content. Returns whether it is whole.
   */
  private static boolean skipRecord(ByteBuffer records, int leftInBlock) {
    if (records.remaining() < HEADER_BYTES) {
      return false;
    }
    int expected = records.getInt();
    int length = Short.toUnsignedInt(records.getShort());
    // The checksum is that of the type and the content.
    if (HEADER_BYTES + length > leftInBlock || 1 + length > records.remaining()) {
      return false;
    }
    var sum = new CRC32C();
    sum.update(records.slice().limit(1 + length));
    records.position(records.position() + 1 + length);
    return Integer.rotateRight((int) sum.getValue(), 15) + CHECKSUM_OFFSET == expected;
  }

  private static long number(String name) {
    return Long.parseLong(name.substring(PREFIX.length()));
  }
}
