package dev.atf.simulation.world;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Channel of a client to the frontends of one zone: after a call without an answer, to the next.
 */
final class ZonalChannel extends Channel {
  private static final Set<Status.Code> UNANSWERED =
      EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED);

  private final List<Channel> zones;
  private int current;

  /**
   * @param zones channels to the frontends of each zone; at least one
   */
  ZonalChannel(List<Channel> zones) {
    this.zones = List.copyOf(zones);
  }

  @Override
  public <A, B> ClientCall<A, B> newCall(MethodDescriptor<A, B> method, CallOptions options) {
    int used = current;
    return new SimpleForwardingClientCall<>(zones.get(used).newCall(method, options)) {
      @Override
      public void start(Listener<B> listener, Metadata headers) {
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                if (UNANSWERED.contains(status.getCode())) {
                  current = (used + 1) % zones.size();
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
    return zones.get(current).authority();
  }
}
