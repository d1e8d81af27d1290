package dev.atf.client.connection;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Channel to several frontends. All calls go to one frontend until a call is not answered, or the
 * frontend reports that it cannot serve. Calls then go to the next frontend, except those to which
 * connections fail. The second try of a call therefore goes to a different frontend than the first,
 * if there is one. The channel keeps a connection to each frontend, so that it knows which of them
 * are unavailable.
 *
 * @see <a href="../../../../../../../../docs/adr/0086-several-frontends-of-a-client.md">ADR
 *     0086</a>
 */
public final class FailoverChannel extends Channel {
  /**
   * Number of seconds between attempts to connect to a frontend that has no connection. Without
   * them, gRPC would wait up to two minutes.
   */
  private static final int ATTEMPT_EVERY = 1;

  private final List<Channel> frontends;
  private volatile int current;
  private volatile Deadline nextAttempt = Deadline.after(0, TimeUnit.SECONDS);

  /**
   * Creates a channel over the channels of several frontends.
   *
   * @param frontends one channel for each frontend; at least one
   * @param first index of the frontend that gets the first calls
   */
  public FailoverChannel(List<? extends Channel> frontends, int first) {
    this.frontends = List.copyOf(frontends);
    this.current = first;
  }

  @Override
  public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
    int called = reachable();
    if (nextAttempt.isExpired()) {
      nextAttempt = Deadline.after(ATTEMPT_EVERY, TimeUnit.SECONDS);
      frontends.forEach(FailoverChannel::connect);
    }
    return new SimpleForwardingClientCall<>(frontends.get(called).newCall(method, options)) {
      private volatile boolean givenUp;

      @Override
      public void cancel(@Nullable String message, @Nullable Throwable cause) {
        givenUp = true;
        super.cancel(message, cause);
      }

      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                boolean reset = status.getCode() == Status.Code.CANCELLED && !givenUp;
                if (reset || status.getCode() == Status.Code.UNAVAILABLE) {
                  leave(called, false);
                } else if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
                  leave(called, true);
                }
                super.onClose(status, trailers);
              }
            },
            headers);
      }
    };
  }

  @Override
  public String authority() {
    return frontends.get(reachable()).authority();
  }

  /** Returns the index of the current frontend, or of the next one if connections to it fail. */
  private int reachable() {
    int first = current;
    int one = first;
    do {
      if (!fails(frontends.get(one))) {
        return one;
      }
      one = (one + 1) % frontends.size();
    } while (one != first);
    return first;
  }

  private static boolean fails(Channel frontend) {
    return frontend instanceof ManagedChannel managed
        && managed.getState(false) == ConnectivityState.TRANSIENT_FAILURE;
  }

  /** Starts a connection to a frontend that has none, and does not wait for it. */
  private static void connect(Channel frontend) {
    if (frontend instanceof ManagedChannel managed
        && managed.getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      // After failed attempts, gRPC waits up to two minutes before the next one.
      managed.resetConnectBackoff();
    }
  }

  /**
   * Sends further calls to the next frontend, unless another call has already switched.
   *
   * @param silent whether the current frontend did not answer. It may only be slow, so it stays in
   *     use while connections to the next frontend fail
   */
  private synchronized void leave(int called, boolean silent) {
    int now = reachable();
    if (now == called || fails(frontends.get(now))) {
      current = (called + 1) % frontends.size();
      var next = frontends.get(current);
      if (next instanceof ManagedChannel managed && !(silent && fails(next))) {
        // A connection from an earlier round may be dead without notice.
        managed.enterIdle();
      }
      connect(next);
    }
  }
}
