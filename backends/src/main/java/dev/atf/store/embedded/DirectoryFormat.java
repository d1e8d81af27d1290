package dev.atf.store.embedded;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.stored.Stored;
import java.nio.file.Path;

/**
 * Format of a directory. It is a separate record, whose form never changes, so that every version
 * can read it.
 */
final class DirectoryFormat {
  /**
   * Format of this version. Builds before the first release also wrote format 1, without a record.
   */
  static final int VERSION = 2;

  private static final int UNRELEASED = 1;

  private DirectoryFormat() {}

  /**
   * Requires that a directory is empty, or has the format of this version.
   *
   * @throws UnsupportedFormatException if it has another format
   * @throws DamagedStoreException if its format cannot be read
   */
  static void require(Database database, Path directory) {
    int found =
        database
            .get(Keys.FORMAT_KEY)
            .map(record -> read(record, directory))
            .orElseGet(() -> isEmpty(database) ? VERSION : UNRELEASED);
    if (found > VERSION) {
      throw UnsupportedFormatException.ofLaterVersion(directory, found);
    }
    if (found < VERSION) {
      throw UnsupportedFormatException.ofUnreleasedBuild(directory);
    }
  }

  /** Returns the record of a directory in the format of this version. */
  static byte[] record() {
    return Stored.Format.newBuilder().setVersion(VERSION).build().toByteArray();
  }

  private static int read(byte[] record, Path directory) {
    try {
      var format = Stored.Format.parseFrom(record);
      // A later version may have been killed while it migrated the directory, too.
      return format.getVersion() > VERSION || format.getMigrated().isEmpty()
          ? format.getVersion()
          : UNRELEASED;
    } catch (InvalidProtocolBufferException e) {
      throw DamagedStoreException.of(directory, "its format cannot be read", e);
    }
  }

  private static boolean isEmpty(Database database) {
    return database.scan(Keys.FIRST, Keys.BEHIND_ALL, (key, value) -> false) == 0;
  }
}
