package dev.atf.frontend.rpc;

import dev.atf.model.TaskId;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.PageMark;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Position at which a list continues. It is opaque to callers, bound to the query that returned it,
 * and carries no right and no secret. Anybody can forge a token, so a list only returns entries of
 * its own lambda, for any token.
 *
 * @param partition key of the index list to continue in
 * @param after last entry that was read; empty for the beginning of the list
 */
public record PageToken(String partition, Optional<PageMark> after) {
  private static final String SEPARATOR = "|";
  private static final String VERSION = "1";
  private static final int PARTS = 7;

  public String encode(String lambda, String state, String priority) {
    var parts =
        List.of(
            VERSION,
            lambda,
            state,
            priority,
            partition,
            after.map(mark -> Long.toString(mark.triggerAt().toEpochMilli())).orElse(""),
            after.map(mark -> mark.taskId().value()).orElse(""));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(String.join(SEPARATOR, parts).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Parses a page token.
   *
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID, unless {@link #encode} returned
   *     exactly this token for the same query
   */
  public static PageToken decode(String token, String lambda, String state, String priority) {
    try {
      var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      var parts = text.split("\\" + SEPARATOR, PARTS + 1);
      if (parts.length == PARTS) {
        Optional<PageMark> after =
            parts[6].isEmpty()
                ? Optional.empty()
                : Optional.of(
                    new PageMark(
                        Instant.ofEpochMilli(Long.parseLong(parts[5])), new TaskId(parts[6])));
        var decoded = new PageToken(parts[4], after);
        if (decoded.encode(lambda, state, priority).equals(token)) {
          return decoded;
        }
      }
    } catch (IllegalArgumentException e) {
      // A token that is not base64, or has a malformed number or task id, is refused like any
      // forgery.
    }
    throw invalid();
  }

  public static io.grpc.StatusRuntimeException invalid() {
    return RpcErrors.of(
        ErrorReason.PAGE_TOKEN_INVALID,
        "pageToken: not from an answer of this list (expected: nextPageToken of the same"
            + " lambda, state and priority)");
  }
}
