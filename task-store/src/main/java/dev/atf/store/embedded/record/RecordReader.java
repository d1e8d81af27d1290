package dev.atf.store.embedded.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a {@link RecordWriter}. A record that ends too early, or has impossible
 * values, is a {@link RuntimeException}: it was written by a later version, or is damaged.
 */
public final class RecordReader {
  private final byte[] bytes;
  private int at;

  public RecordReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns whether a later version of the record added something to it. */
  boolean hasMore() {
    return at < bytes.length;
  }

  public int octet() {
    return bytes[at++] & 0xff;
  }

  boolean flag() {
    return octet() != 0;
  }

  public long count() {
    long value = 0;
    int shift = 0;
    int octet;
    do {
      octet = octet();
      value |= (long) (octet & 0x7f) << shift;
      shift += 7;
    } while (octet > 0x7f);
    return value;
  }

  public int intCount() {
    return Math.toIntExact(count());
  }

  public long number() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | octet();
    }
    return value;
  }

  public Instant millis() {
    return Instant.ofEpochMilli(number());
  }

  byte[] bytes() {
    return raw(intCount());
  }

  byte[] raw(int length) {
    if (length < 0 || length > bytes.length - at) {
      throw new IllegalArgumentException("a record of " + bytes.length + " bytes is cut off");
    }
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  public String text() {
    int length = intCount();
    if (length < 0 || length > bytes.length - at) {
      throw new IllegalArgumentException("a record of " + bytes.length + " bytes is cut off");
    }
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  public String hex(int octets) {
    return HexFormat.of().formatHex(raw(octets));
  }

  public <T> @Nullable T optional(Supplier<T> read) {
    return flag() ? read.get() : null;
  }

  /** Checks the first octet of a record. */
  void requireVersion(int expected) {
    int found = octet();
    if (found != expected) {
      throw new IllegalArgumentException(
          "a record of version %d, but this program knows %d".formatted(found, expected));
    }
  }
}
