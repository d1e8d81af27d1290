package dev.atf.store.worker;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Bytes as the note of a member. Long notes are compressed, because writes are billed by the
 * kilobyte.
 */
final class NoteBytes {
  private static final String COMPRESSED = "deflated:";

  /**
   * Maximum number of bytes that are not compressed, because they fit into the first write unit
   * anyway.
   */
  private static final int PLAIN_MAX = 600;

  /**
   * Maximum number of bytes after decompression. It is several times the size of a note of a host
   * with a hundred lambdas.
   */
  private static final int BYTES_MAX = 1 << 20;

  private NoteBytes() {}

  static String write(byte[] bytes) {
    if (bytes.length <= PLAIN_MAX) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    var compressed = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(compressed)) {
      deflater.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return COMPRESSED + Base64.getEncoder().encodeToString(compressed.toByteArray());
  }

  /**
   * Reads the bytes of a note.
   *
   * @throws IllegalArgumentException if the note was not written by this class
   */
  static byte[] read(String note) {
    if (!note.startsWith(COMPRESSED)) {
      return Base64.getDecoder().decode(note);
    }
    var compressed = Base64.getDecoder().decode(note.substring(COMPRESSED.length()));
    try {
      return new InflaterInputStream(new ByteArrayInputStream(compressed)).readNBytes(BYTES_MAX);
    } catch (IOException e) {
      throw new IllegalArgumentException("a damaged note", e);
    }
  }
}
