package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.util.TimeoutMode;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Call whose duration depends on its content. It has no limit on time and size like other calls,
 * but ends when its content makes no progress. One thread at a time uses it.
 */
public final class LongCall {
  /** Maximum duration. It is enough for 5 GB at 1.4 MB per second. */
  private static final Duration TIME_MAX = Duration.ofHours(1);

  /**
   * Time for each {@link #STEP_BYTES}. It requires 2 KiB per second, which every network in use
   * provides.
   */
  private static final Duration STEP_MAX = Duration.ofSeconds(30);

  static final int STEP_BYTES = 64 * 1024;

  private final @Nullable ServiceRequestContext context;
  private final Duration stepMax;
  private long sinceStep;

  private LongCall(@Nullable ServiceRequestContext context, Duration stepMax) {
    this.context = context;
    this.stepMax = stepMax;
  }

  /** Turns the current call into a long one. Outside of a server's call, there are no limits. */
  public static LongCall begin() {
    return begin(ServiceRequestContext.currentOrNull(), STEP_MAX);
  }

  public static LongCall begin(ServiceRequestContext context) {
    return begin(context, STEP_MAX);
  }

  static LongCall begin(@Nullable ServiceRequestContext context, Duration stepMax) {
    var call = new LongCall(context, stepMax);
    if (context != null) {
      // The receiver of the content bounds it.
      context.setMaxRequestLength(0);
    }
    call.extend(stepMax);
    return call;
  }

  /**
   * Records that a part of the content has been processed. The time for the next part starts.
   *
   * @param bytes size of the message with the part, which is no longer in memory
   */
  public void moved(long bytes) {
    if (context == null) {
      return;
    }
    BodyLimit.release(context, bytes);
    sinceStep += bytes;
    if (sinceStep >= STEP_BYTES) {
      sinceStep = 0;
      extend(stepMax);
    }
  }

  /** Records that the whole content has arrived, so that only the server has work left. */
  public void received() {
    extend(TIME_MAX);
  }

  /** Runs an action at every end of the call. Outside of a server's call, it never runs. */
  public void whenOver(Runnable action) {
    if (context != null) {
      var unused = context.log().whenComplete().thenRun(action);
    }
  }

  private void extend(Duration time) {
    if (context != null) {
      var left =
          TIME_MAX.minusNanos(System.nanoTime() - context.log().partial().requestStartTimeNanos());
      var next = left.compareTo(time) < 0 ? left : time;
      if (!next.isNegative() && !next.isZero()) {
        context.setRequestTimeout(TimeoutMode.SET_FROM_NOW, next);
      }
    }
  }
}
