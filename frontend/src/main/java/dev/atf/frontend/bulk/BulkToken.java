package dev.atf.frontend.bulk;

import dev.atf.frontend.rpc.PageToken;
import java.time.Instant;

/**
 * Position at which a bulk change continues.
 *
 * @param begunAt start of the change, in whole milliseconds
 * @param page page token of the {@link TaskSelection}; empty at the beginning
 */
record BulkToken(Instant begunAt, String page) {
  private static final String SEPARATOR = ".";

  /**
   * Parses a page token; an empty one is the beginning of a change.
   *
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID
   */
  static BulkToken of(String token, Instant now) {
    if (token.isEmpty()) {
      return new BulkToken(now, "");
    }
    int at = token.indexOf(SEPARATOR);
    try {
      return new BulkToken(
          Instant.ofEpochMilli(Long.parseLong(token, 0, Math.max(at, 0), 10)),
          token.substring(at + 1));
    } catch (NumberFormatException e) {
      throw PageToken.invalid();
    }
  }

  String encode() {
    return page.isEmpty() ? "" : begunAt.toEpochMilli() + SEPARATOR + page;
  }
}
