package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.util.TimeoutMode;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Call that takes as long as its content: it has neither the time nor the size of others, and is
 * ended when its content stands still. Used by one thread at a time.
 */
public final class LongCall {
  /** Enough for 5 GB at 1.4 MB per second. */
  private static final Duration TIME_MAX = Duration.ofHours(1);

  /** Time for each {@link #STEP_BYTES}. That is 2 KiB a second, less than any network in use. */
  private static final Duration STEP_MAX = Duration.ofSeconds(30);

  static final int STEP_BYTES = 64 * 1024;

  private final @Nullable ServiceRequestContext context;
  private final Duration stepMax;
  private long sinceStep;

  private LongCall(@Nullable ServiceRequestContext context, Duration stepMax) {
    this.context = context;
    this.stepMax = stepMax;
  }

  /** Makes the current call a long one; without limits outside of a server's call. */
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
   * Notes that a part of the content has been processed; the next one has its own time.
   *
   * @param bytes of the message with the part, which is not in memory any more
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

  /** Notes that the whole content is here: what is left to do is the server's. */
  public void received() {
    extend(TIME_MAX);
  }

  /** Runs an action at the end of the call, however it ends; never outside of a server's call. */
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
