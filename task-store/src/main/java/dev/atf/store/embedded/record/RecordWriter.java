package dev.atf.store.embedded.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the fields of one record one after the other; {@link RecordReader} reads them so. */
public final class RecordWriter {
  private byte[] bytes = new byte[256];
  private int size;

  public RecordWriter octet(int value) {
    require(1);
    bytes[size++] = (byte) value;
    return this;
  }

  RecordWriter flag(boolean value) {
    return octet(value ? 1 : 0);
  }

  /** Writes seven bits an octet: small counts are short. Not negative. */
  public RecordWriter count(long value) {
    long left = value;
    while (left > 0x7f) {
      octet((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    return octet((int) left);
  }

  /** Writes eight octets, the highest first. */
  public RecordWriter number(long value) {
    require(Long.BYTES);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  public RecordWriter millis(Instant at) {
    return number(at.toEpochMilli());
  }

  RecordWriter bytes(byte[] value) {
    count(value.length);
    return raw(value);
  }

  /** Writes the octets without their number. */
  public RecordWriter raw(byte[] value) {
    require(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  public RecordWriter text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes two hexadecimal digits an octet, without their number. */
  public RecordWriter hex(String digits) {
    return raw(HexFormat.of().parseHex(digits));
  }

  RecordWriter name(Enum<?> value) {
    return text(value.name());
  }

  /** Writes whether there is a value, and the value if there is. */
  public <T> RecordWriter optional(@Nullable T value, Consumer<T> write) {
    flag(value != null);
    if (value != null) {
      write.accept(value);
    }
    return this;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void require(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
