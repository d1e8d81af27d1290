package dev.atf.model;

import java.util.Arrays;

/**
 * Bytes with their media type: the input of a handler, or its result.
 *
 * <p>Equality is by content. The bytes are never logged: {@link #toString} only shows their number.
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode are by content; nobody writes to it
public record Payload(byte[] bytes, String contentType) {
  public static final String JSON = "application/json";
  public static final Payload EMPTY = new Payload(new byte[0], "");

  public boolean isJson() {
    return contentType.equals(JSON) || contentType.startsWith(JSON + ";");
  }

  public boolean isEmpty() {
    return bytes.length == 0 && contentType.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload that
        && contentType.equals(that.contentType)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * contentType.hashCode() + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Payload[" + bytes.length + " bytes of " + contentType + "]";
  }
}
