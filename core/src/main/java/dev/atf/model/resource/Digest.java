package dev.atf.model.resource;

import dev.atf.model.Sha256;
import dev.atf.model.check.Names;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * SHA-256 of a file's content: 64 characters of {@code 0-9 a-f}. Files with the same digest have
 * the same content.
 */
public record Digest(String hex) {
  private static final int HEX_CHARS = 64;

  public Digest {
    Names.requireHex("sha256", hex, HEX_CHARS, HEX_CHARS, "64 of 0-9 a-f");
  }

  /** Returns the digest of the input of {@code digest}, which is reset. */
  public static Digest of(MessageDigest digest) {
    return new Digest(HexFormat.of().formatHex(digest.digest()));
  }

  public static Digest of(byte[] content) {
    return new Digest(HexFormat.of().formatHex(Sha256.of(content)));
  }

  @Override
  public String toString() {
    return hex;
  }
}
