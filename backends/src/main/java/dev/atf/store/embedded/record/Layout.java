package dev.atf.store.embedded.record;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.atf.store.codec.UnknownFields;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Layout of records: the time of expiry, if the record can expire, then the octet of the format,
 * and then a message.
 */
public final class Layout {
  /** Octet of this format. */
  private static final byte FORMAT = (byte) 0x82;

  private static final long NEVER = Long.MAX_VALUE;
  private static final int EXPIRY_BYTES = Long.BYTES;

  private Layout() {}

  static byte[] of(Message message) {
    return ByteBuffer.allocate(1 + message.getSerializedSize())
        .put(FORMAT)
        .put(message.toByteArray())
        .array();
  }

  static byte[] of(@Nullable Instant expiresAt, Message message) {
    return ByteBuffer.allocate(EXPIRY_BYTES + 1 + message.getSerializedSize())
        .putLong(expiresAt == null ? NEVER : expiresAt.getEpochSecond())
        .put(FORMAT)
        .put(message.toByteArray())
        .array();
  }

  /**
   * Returns the record of a message, with the unknown fields of the stored record that it replaces.
   */
  public static byte[] of(Message message, Optional<byte[]> stored) {
    return of(stored.map(it -> UnknownFields.keep(message, it, 1)).orElse(message));
  }

  /**
   * Returns the record of a message that can expire, with the unknown fields of the stored record
   * that it replaces.
   */
  static byte[] of(@Nullable Instant expiresAt, Message message, Optional<byte[]> stored) {
    return of(
        expiresAt,
        stored.map(it -> UnknownFields.keep(message, it, EXPIRY_BYTES + 1)).orElse(message));
  }

  /** Returns whether a record that can expire has fields that this version does not know. */
  static boolean hasUnknownFields(Parser<? extends Message> parser, byte[] record) {
    return UnknownFields.any(parser, record, EXPIRY_BYTES + 1);
  }

  public static <M extends Message> M read(Parser<M> parser, byte[] record) {
    return read(parser, record, 0);
  }

  /** Reads the message of a record that can expire. */
  static <M extends Message> M readExpiring(Parser<M> parser, byte[] record) {
    return read(parser, record, EXPIRY_BYTES);
  }

  private static <M extends Message> M read(Parser<M> parser, byte[] record, int at) {
    if (record.length <= at || record[at] != FORMAT) {
      throw new IllegalArgumentException(
          "a record of %d bytes is not in the format of this version".formatted(record.length));
    }
    try {
      return parser.parseFrom(record, at + 1, record.length - at - 1);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a record of " + record.length + " bytes is damaged", e);
    }
  }

  static @Nullable Instant expiresAt(byte[] record) {
    long seconds = ByteBuffer.wrap(record).getLong();
    return seconds == NEVER ? null : Instant.ofEpochSecond(seconds);
  }

  /** Returns whether a record that can expire has expired. */
  public static boolean isExpired(byte[] record, Instant now) {
    @Nullable Instant expiresAt = expiresAt(record);
    return expiresAt != null && !expiresAt.isAfter(now);
  }
}
