package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Digest and length of a file's content.
 *
 * @param sha256 64 characters of {@code 0-9 a-f}
 */
record FileDigest(String sha256, long bytes) {
  private static final int PART_BYTES = 64 * 1024;

  /**
   * Reads a whole file.
   *
   * @throws java.nio.channels.ClosedByInterruptException if the thread is interrupted
   */
  static FileDigest of(Path file) throws IOException {
    var digest = newDigest();
    var part = ByteBuffer.allocate(PART_BYTES);
    long bytes = 0;
    try (var channel = open(file)) {
      for (int read = channel.read(part); read >= 0; read = channel.read(part.clear())) {
        digest.update(part.flip());
        bytes += read;
      }
    }
    return new FileDigest(hex(digest), bytes);
  }

  /** Opens a file for reading. Fails if it is a symbolic link. */
  static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }
}
