package dev.atf.runtime.rpc;

import io.grpc.CallOptions;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a call may take, as a deadline, and as it was said: a simulated clock cannot be asked by
 * a deadline.
 */
public final class CallTimeout {
  private static final CallOptions.Key<Duration> SAID = CallOptions.Key.create("atf.timeout");
  private static final Duration NONE = Duration.ofDays(1);

  private CallTimeout() {}

  public static <S extends AbstractStub<S>> S on(S stub, Duration timeout) {
    return stub.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
        .withOption(SAID, timeout);
  }

  /** As it was said; a day if nothing was. */
  public static Duration of(CallOptions options) {
    var said = options.getOption(SAID);
    return said == null ? NONE : said;
  }
}
