package dev.atf.store.embedded.legacy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a record of format 1 one after the other. A record that ends too early, or
 * has impossible values, is a {@link RuntimeException}: it is damaged.
 */
public final class RecordReader {
  private static final int VERSION = 1;
  private static final long NEVER = Long.MAX_VALUE;

  private final byte[] bytes;
  private int at;

  public RecordReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns whether a later version of the record added something to it. */
  boolean hasMore() {
    return at < bytes.length;
  }

  int octet() {
    return bytes[at++] & 0xff;
  }

  public boolean flag() {
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

  long number() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | octet();
    }
    return value;
  }

  double real() {
    return Double.longBitsToDouble(number());
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
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  String hex(int octets) {
    return HexFormat.of().formatHex(raw(octets));
  }

  public <T> @Nullable T optional(Supplier<T> read) {
    return flag() ? read.get() : null;
  }

  /** Reads the expiry, which is in front of a record that can expire; null for never. */
  public @Nullable Instant expiry() {
    long seconds = number();
    return seconds == NEVER ? null : Instant.ofEpochSecond(seconds);
  }

  /** Checks the first octet of a record. */
  public void requireVersion() {
    int found = octet();
    if (found != VERSION) {
      throw new IllegalArgumentException(
          "a record of version %d, but this program knows %d".formatted(found, VERSION));
    }
  }
}
