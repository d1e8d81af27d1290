package dev.atf.store.embedded.record;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes the parts of a key one after the other; keys are compared octet by octet. */
public final class KeyWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);

  public KeyWriter octet(int value) {
    bytes.write(value);
    return this;
  }

  /** Writes eight octets, the highest first. */
  public KeyWriter number(long value) {
    return raw(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  public KeyWriter raw(byte[] value) {
    bytes.writeBytes(value);
    return this;
  }

  /** Writes the length of a text of fewer than 128 octets, and the text. */
  public KeyWriter text(String value) {
    var octets = value.getBytes(StandardCharsets.UTF_8);
    if (octets.length > Byte.MAX_VALUE) {
      throw new IllegalArgumentException(octets.length + " bytes in a key");
    }
    return octet(octets.length).raw(octets);
  }

  /** Writes two hexadecimal digits an octet. */
  public KeyWriter hex(String digits) {
    return raw(HexFormat.of().parseHex(digits));
  }

  public byte[] toBytes() {
    return bytes.toByteArray();
  }
}
