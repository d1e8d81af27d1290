package dev.atf.frontend;

import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.TriggerPartition;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.store.PageMark;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a redrive goes on, and when it began.
 *
 * @param begunAt whole milliseconds
 */
record RedriveToken(Instant begunAt, Optional<PageMark> after) {
  private static final String SEPARATOR = ".";

  /**
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID, unless the token is empty or came
   *     from the same lambda and filter
   */
  static RedriveToken start(RedriveTasksRequest request, RedriveFilter filter, Instant now) {
    var token = request.getPageToken();
    if (token.isEmpty()) {
      return new RedriveToken(now, filter.start());
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
      return new RedriveToken(Instant.ofEpochMilli(Long.parseLong(begun)), page.after());
    } catch (NumberFormatException e) {
      throw PageToken.invalid();
    }
  }

  String encode(String lambda, RedriveFilter filter) {
    var begun = Long.toString(begunAt.toEpochMilli());
    var dead = TriggerPartition.finished(new LambdaName(lambda), Alarm.DEAD);
    return begun
        + SEPARATOR
        + new PageToken(dead.key(), after).encode(lambda, state(begun), filter.digest());
  }

  private static String state(String begun) {
    return "REDRIVE " + begun;
  }
}
