package dev.atf.runtime.rpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;

/**
 * Time at which a call is answered in any case. No further work of the call may start after it. It
 * counts from the call's first header, as the server counts. A shorter deadline of the caller ends
 * the call earlier.
 *
 * @param timeout time-out of the call; zero for none
 */
public record CallEnd(MonotonicClock clock, long startedAt, Duration timeout) {
  private static final CallEnd NEVER = new CallEnd(MonotonicClock.system(), 0, Duration.ZERO);

  /** Returns the end of the call that this thread serves. Outside of a call, there is no end. */
  public static CallEnd current() {
    return ServiceRequestContext.mapCurrent(
        context ->
            new CallEnd(
                // The clock that the context's own times are from.
                MonotonicClock.system(),
                context.log().partial().requestStartTimeNanos(),
                Duration.ofMillis(context.requestTimeoutMillis())),
        () -> NEVER);
  }

  /** Returns an end after {@code left} from now; zero for no end. */
  public static CallEnd in(Duration left, MonotonicClock clock) {
    return new CallEnd(clock, clock.nanos(), left);
  }

  public boolean isOver() {
    return !timeout.isZero() && clock.since(startedAt).compareTo(timeout) >= 0;
  }
}
