package dev.atf.client.resource;

import dev.atf.protocol.v1.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Content of a file, identified by its digest.
 *
 * @param sha256 64 hexadecimal digits in lower case
 */
public record FileContent(String sha256, long bytes) {
  /**
   * Reads a whole file and computes its digest.
   *
   * @throws IOException if the file cannot be read
   */
  public static FileContent of(Path file) throws IOException {
    var digest = newDigest();
    long bytes;
    try (var content = new DigestInputStream(Files.newInputStream(file), digest)) {
      bytes = content.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return new FileContent(hex(digest), bytes);
  }

  /**
   * Returns the file as a resource of a task.
   *
   * @param path relative path in the task's work directory, with slashes
   */
  public Resource at(String path) {
    return Resource.newBuilder().setPath(path).setSha256(sha256).setBytes(bytes).build();
  }

  static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("every Java platform has SHA-256", e);
    }
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
