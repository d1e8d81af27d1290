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
 * Channel to several frontends. All calls go to one of them until a call there is not answered, or
 * the frontend says that it cannot serve; then to the next one, but for those to which connections
 * fail. So the second try of a call goes to another frontend than the first, if there is one. It
 * keeps a connection to each, so that it is known which of them are away.
 *
 * @see <a href="../../../../../../../../docs/adr/0086-several-frontends-of-a-client.md">ADR
 *     0086</a>
 */
public final class FailoverChannel extends Channel {
  /** Chosen: seconds between attempts to connect to those that have no connection. */
  private static final int ATTEMPT_EVERY = 1;

  private final List<Channel> frontends;
  private volatile int current;
  private volatile Deadline nextAttempt = Deadline.after(0, TimeUnit.SECONDS);

  /**
   * @param frontends a channel to each; at least one
   * @param first index of the frontend to begin with
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

  /** Returns the current frontend; the next one while connections to it fail. */
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

  /** Connects to a frontend without a connection; does not wait. */
  private static void connect(Channel frontend) {
    if (frontend instanceof ManagedChannel managed
        && managed.getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      // After failed attempts gRPC waits for up to two minutes before it makes another one.
      managed.resetConnectBackoff();
    }
  }

  /**
   * Leads further calls to the next frontend, unless another call has done so.
   *
   * @param silent whether the one that is left has not answered: it may be slow, and stays until
   *     there is a connection to the next one if connections to that one fail
   */
  private synchronized void leave(int called, boolean silent) {
    int now = reachable();
    if (now == called || fails(frontends.get(now))) {
      current = (called + 1) % frontends.size();
      var next = frontends.get(current);
      if (next instanceof ManagedChannel managed && !(silent && fails(next))) {
        // A connection from an earlier turn may be silent.
        managed.enterIdle();
      }
      connect(next);
    }
  }
}
