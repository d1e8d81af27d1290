package dev.atf.runtime.rpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import java.time.Duration;

/** Call that takes as long as its content: it has neither the time nor the size of others. */
public final class LongCall {
  /** Chosen: 5 GB at 1.4 MB a second. */
  private static final Duration TIME_MAX = Duration.ofHours(1);

  private LongCall() {}

  /** Makes the current call a long one; does nothing outside of a server's call. */
  public static void begin() {
    var call = ServiceRequestContext.currentOrNull();
    if (call != null) {
      begin(call);
    }
  }

  public static void begin(ServiceRequestContext call) {
    call.setRequestTimeout(TIME_MAX);
    // The receiver of the content bounds it.
    call.setMaxRequestLength(0);
  }
}
