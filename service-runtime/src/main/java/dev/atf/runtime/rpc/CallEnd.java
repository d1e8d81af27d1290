package dev.atf.runtime.rpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;

/**
 * When a call has been answered, whatever it still does: nothing that it was to do may begin from
 * then on. Counted from the call's first header, as the server counts; a caller's own, shorter
 * deadline ends it earlier.
 */
public final class CallEnd {
  private static final CallEnd NEVER = new CallEnd(MonotonicClock.system(), 0, Duration.ZERO);

  private final MonotonicClock clock;
  private final long startedAt;
  private final Duration timeout;

  /**
   * @param timeout zero: none
   */
  private CallEnd(MonotonicClock clock, long startedAt, Duration timeout) {
    this.clock = clock;
    this.startedAt = startedAt;
    this.timeout = timeout;
  }

  /** Of the call that this thread serves; where it serves none, there is no end. */
  public static CallEnd current() {
    return ServiceRequestContext.mapCurrent(
        context ->
            new CallEnd(
                // The clock of the context's own times.
                MonotonicClock.system(),
                context.log().partial().requestStartTimeNanos(),
                Duration.ofMillis(context.requestTimeoutMillis())),
        () -> NEVER);
  }

  /** {@code left} from now on; zero: never. */
  public static CallEnd in(Duration left, MonotonicClock clock) {
    return new CallEnd(clock, clock.nanos(), left);
  }

  public boolean isOver() {
    return !timeout.isZero() && clock.since(startedAt).compareTo(timeout) >= 0;
  }
}
