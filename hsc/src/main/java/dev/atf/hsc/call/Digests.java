package dev.atf.hsc.call;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ScheduleRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of reported outcomes. */
public final class Digests {
  private static final int HEX_DIGITS = 16;

  private Digests() {}

  /**
   * Returns the first 64 bits of SHA-256 over attempt number and outcome in protobuf's
   * deterministic form. It only tells apart the reports of one claim: for these, its length rules
   * out collisions.
   */
  public static String of(AttemptResult result) {
    var named = result.toBuilder().clearAttemptRef().clearNotes().build();
    return ofMessage(named);
  }

  /** Returns the digest of the request for one child. */
  public static String of(ScheduleRequest child) {
    return ofMessage(child);
  }

  /** Returns the digest of children that a task waits for, and of that task. */
  public static String of(AttemptResult.Success.Join join) {
    return ofMessage(join);
  }

  private static String ofMessage(Message named) {
    var bytes = new byte[named.getSerializedSize()];
    var out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      named.writeTo(out);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("an array of the right size was too small", e);
    }
    return HexFormat.of().formatHex(sha256(bytes)).substring(0, HEX_DIGITS);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("every Java platform has SHA-256", e);
    }
  }
}
