package dev.atf.cli.event;

import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Follows transitions until the consumer stops. It calls again from the last cursor when the server
 * ends a watch, is unavailable, or was too fast for this client.
 */
final class TransitionTail {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Function<WatchTransitionsRequest, Iterator<WatchTransitionsResponse>> calls;
  private final Duration pause;

  TransitionTail(ApiConnection connection) {
    this(request -> connection.watching().watchTransitions(request), PAUSE);
  }

  TransitionTail(
      Function<WatchTransitionsRequest, Iterator<WatchTransitionsResponse>> calls, Duration pause) {
    this.calls = calls;
    this.pause = pause;
  }

  /**
   * Follows transitions until the consumer returns false.
   *
   * @param consumer receives each answer, and returns whether to continue
   * @throws StatusRuntimeException if the server refuses, or was never available
   */
  void follow(WatchTransitionsRequest request, Predicate<WatchTransitionsResponse> consumer) {
    var next = request.toBuilder();
    while (true) {
      try {
        for (var answers = calls.apply(next.build()); answers.hasNext(); ) {
          var answer = answers.next();
          next.setCursor(answer.getCursor());
          if (!consumer.test(answer)) {
            return;
          }
        }
      } catch (StatusRuntimeException e) {
        boolean begun = !next.getCursor().equals(request.getCursor());
        if (!begun || !isPassing(e.getStatus().getCode())) {
          throw e;
        }
        EndWait.pause(pause);
      }
    }
  }

  /** Returns whether a failure is temporary; WATCH_TOO_SLOW is ABORTED. */
  private static boolean isPassing(Status.Code code) {
    return EndWait.isAway(code) || code == Status.Code.ABORTED;
  }
}
