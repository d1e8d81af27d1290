package dev.atf.store.embedded.record;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.store.stored.Stored;
import java.nio.file.Path;

/**
 * The format of a directory. Its own format never changes, so that every version can read it.
 *
 * @param version of the format
 * @param migrated while the directory is migrated to that version: the last key that has been; of
 *     no bytes when all have
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FormatRecord(int version, byte[] migrated) {
  /** The format of this version; 1 has no such record. */
  public static final int VERSION = 2;

  /** Returns the format of a directory whose records are all in that of this version. */
  public static FormatRecord current() {
    return new FormatRecord(VERSION, new byte[0]);
  }

  /**
   * Checks that this version can read a directory.
   *
   * @throws NewerFormatException if it cannot
   */
  public void requireKnown(Path directory) {
    if (version > VERSION) {
      throw new NewerFormatException(directory, version);
    }
  }

  public byte[] toBytes() {
    return Stored.Format.newBuilder()
        .setVersion(version)
        .setMigrated(ByteString.copyFrom(migrated))
        .build()
        .toByteArray();
  }

  /**
   * @throws IllegalArgumentException if it is damaged
   */
  public static FormatRecord read(byte[] record) {
    try {
      var message = Stored.Format.parseFrom(record);
      return new FormatRecord(message.getVersion(), message.getMigrated().toByteArray());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the format of the store is damaged", e);
    }
  }
}
