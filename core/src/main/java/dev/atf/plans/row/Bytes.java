package dev.atf.plans.row;

import java.util.Arrays;

/**
 * Content of a plan or of one of its parts, in the format of its kind. Equality is by content. The
 * bytes are not copied and must not be changed.
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode are by content; nobody writes to it
public record Bytes(byte[] value) {
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  public int length() {
    return value.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return value.length + " bytes";
  }
}
