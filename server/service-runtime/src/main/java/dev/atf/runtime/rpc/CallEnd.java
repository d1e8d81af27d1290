package dev.atf.runtime.rpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;

/**
 * Time at which a call has been answered, whatever work of it still runs: no further work of the
 * call may begin after it. Counted from the call's first header, as the server counts; a caller's
 * own, shorter deadline ends it earlier.
 *
 * @param timeout zero: none
 */
public record CallEnd(MonotonicClock clock, long startedAt, Duration timeout) {
  private static final CallEnd NEVER = new CallEnd(MonotonicClock.system(), 0, Duration.ZERO);

  /** Returns the end of the call that this thread serves; no end where it serves none. */
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

  /** Returns an end after {@code left} from now; zero: never. */
  public static CallEnd in(Duration left, MonotonicClock clock) {
    return new CallEnd(clock, clock.nanos(), left);
  }

  public boolean isOver() {
    return !timeout.isZero() && clock.since(startedAt).compareTo(timeout) >= 0;
  }
}
