package dev.atf.runtime.rpc;

import io.grpc.CallOptions;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Time-out of a call, set both as a gRPC deadline and as a duration: a deadline cannot be evaluated
 * on a simulated clock.
 */
public final class CallTimeout {
  private static final CallOptions.Key<Duration> DURATION = CallOptions.Key.create("atf.timeout");
  private static final Duration NONE = Duration.ofDays(1);

  private CallTimeout() {}

  public static <S extends AbstractStub<S>> S on(S stub, Duration timeout) {
    return stub.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
        .withOption(DURATION, timeout);
  }

  /** Returns the duration that was set; a day if none was set. */
  public static Duration of(CallOptions options) {
    var duration = options.getOption(DURATION);
    return duration == null ? NONE : duration;
  }
}
