package dev.atf.client.connection;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.List;

/**
 * Channel to several frontends. All calls go to one of them until a call there is not answered, or
 * the frontend says that it cannot serve; then to the next one. So the second try of a call goes to
 * another frontend than the first.
 *
 * @see <a href="../../../../../../../../docs/adr/0086-several-frontends-of-a-client.md">ADR
 *     0086</a>
 */
final class FailoverChannel extends Channel {
  private final List<ManagedChannel> frontends;
  private volatile int current;

  /**
   * @param first index of the frontend to begin with
   */
  FailoverChannel(List<ManagedChannel> frontends, int first) {
    this.frontends = List.copyOf(frontends);
    this.current = first;
  }

  @Override
  public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
    int called = current;
    return new SimpleForwardingClientCall<>(frontends.get(called).newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                if (isAway(status)) {
                  leave(called);
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
    return frontends.get(current).authority();
  }

  private static boolean isAway(Status status) {
    return status.getCode() == Status.Code.UNAVAILABLE
        || status.getCode() == Status.Code.DEADLINE_EXCEEDED;
  }

  /** Leads further calls to the next frontend, unless another call has done so. */
  private synchronized void leave(int called) {
    if (current == called) {
      int next = (called + 1) % frontends.size();
      // It gets a new connection at once: one from an earlier turn may be silent, and after failed
      // attempts gRPC fails calls for up to two minutes before it makes another attempt.
      frontends.get(next).enterIdle();
      current = next;
    }
  }
}
