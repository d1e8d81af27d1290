package dev.atf.model.log;

import dev.atf.model.Payload;
import java.nio.charset.StandardCharsets;

/**
 * Stored part of the log of one attempt.
 *
 * @param text whole lines
 * @param last whether no further part follows
 */
public record LogPart(String text, boolean last) {
  /** Limit on one part. Calls and items of this size do not delay others. */
  public static final int BYTES_MAX = 32 * 1024;

  private static final String TYPE = "text/plain";
  private static final String TYPE_OF_LAST = TYPE + ";last";

  /** Returns the part as it is stored. */
  public Payload stored() {
    return new Payload(text.getBytes(StandardCharsets.UTF_8), last ? TYPE_OF_LAST : TYPE);
  }

  public static LogPart of(Payload stored) {
    return new LogPart(
        new String(stored.bytes(), StandardCharsets.UTF_8),
        stored.contentType().equals(TYPE_OF_LAST));
  }
}
