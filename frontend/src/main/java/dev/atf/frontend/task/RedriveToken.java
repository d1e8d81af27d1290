package dev.atf.frontend.task;

import dev.atf.frontend.rpc.PageToken;
import dev.atf.protocol.v1.RedriveTasksRequest;
import java.time.Instant;

/**
 * Position at which a redrive continues, and when it began.
 *
 * @param begunAt whole milliseconds
 */
record RedriveToken(Instant begunAt, PageToken page) {
  private static final String SEPARATOR = ".";

  /**
   * @param first position at which a redrive begins
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID, unless the token is empty or came
   *     from the same lambda and filter
   */
  static RedriveToken start(
      RedriveTasksRequest request, RedriveFilter filter, PageToken first, Instant now) {
    var token = request.getPageToken();
    if (token.isEmpty()) {
      return new RedriveToken(now, first);
    }
    int at = token.indexOf(SEPARATOR);
    if (at < 0) {
      throw PageToken.invalid();
    }
    var begun = token.substring(0, at);
    var page =
        PageToken.decode(
            token.substring(at + 1), request.getLambda(), state(begun), filter.digest());
    try {
      return new RedriveToken(Instant.ofEpochMilli(Long.parseLong(begun)), page);
    } catch (NumberFormatException e) {
      throw PageToken.invalid();
    }
  }

  String encode(String lambda, RedriveFilter filter) {
    var begun = Long.toString(begunAt.toEpochMilli());
    return begun + SEPARATOR + page.encode(lambda, state(begun), filter.digest());
  }

  private static String state(String begun) {
    return "REDRIVE " + begun;
  }
}
