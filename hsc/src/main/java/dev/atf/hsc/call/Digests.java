package dev.atf.hsc.call;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import dev.atf.model.Sha256;
import dev.atf.protocol.v1.AttemptResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;

/** Digests of reported outcomes. */
public final class Digests {
  private static final int HEX_DIGITS = 16;

  private Digests() {}

  /**
   * Returns the first 64 bits of SHA-256 over attempt number and outcome in protobuf's
   * deterministic form. The digest only has to distinguish the reports of one claim, so it is long
   * enough.
   */
  public static String of(AttemptResult result) {
    Message named = result.toBuilder().clearAttemptRef().clearNotes().build();
    return of(named);
  }

  /** Returns the digest of the request for one child, or for a task that waits for children. */
  public static String of(Message named) {
    var bytes = new byte[named.getSerializedSize()];
    var out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      named.writeTo(out);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("an array of the right size was too small", e);
    }
    return HexFormat.of().formatHex(Sha256.of(bytes)).substring(0, HEX_DIGITS);
  }
}
