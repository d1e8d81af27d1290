package dev.atf.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hashes by SHA-256. */
public final class Sha256 {
  private Sha256() {}

  public static byte[] of(byte[] bytes) {
    return digest().digest(bytes);
  }

  /** Returns a new digest, for content that arrives in parts. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("every Java platform has SHA-256", e);
    }
  }
}
