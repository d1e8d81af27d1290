package dev.atf.simulation.world;

import dev.atf.controller.ControllerTuning;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;

/**
 * Interceptor for claims of a controller that does not distinguish lambdas: after a failure none is
 * sent for a while, and an HSC that refuses looks like one that is unavailable.
 */
final class HostPause implements ClientInterceptor {
  /** Mean of the pauses after many failures. */
  private static final Duration PAUSE = ControllerTuning.DEFAULTS.claimBackoffMax().dividedBy(2);

  private final VirtualProcess process;
  private long pausedUntil;

  HostPause(VirtualProcess process) {
    this.process = process;
    this.pausedUntil = process.nanos();
  }

  @Override
  public <A, B> ClientCall<A, B> interceptCall(
      MethodDescriptor<A, B> method, CallOptions options, Channel next) {
    var call = next.newCall(method, options);
    return method
            .getFullMethodName()
            .equals(HscServiceGrpc.getClaimTasksMethod().getFullMethodName())
        ? new PausedCall<>(call)
        : call;
  }

  private final class PausedCall<A, B> extends SimpleForwardingClientCall<A, B> {
    PausedCall(ClientCall<A, B> call) {
      super(call);
    }

    @Override
    public void start(Listener<B> listener, Metadata headers) {
      super.start(
          new SimpleForwardingClientCallListener<>(listener) {
            @Override
            public void onClose(Status status, Metadata trailers) {
              if (!status.isOk()) {
                pausedUntil = process.nanos() + PAUSE.toNanos();
              }
              super.onClose(status, status.isOk() ? trailers : new Metadata());
            }
          },
          headers);
    }

    @Override
    public void halfClose() {
      process.sleepUninterruptibly(Duration.ofNanos(pausedUntil - process.nanos()));
      super.halfClose();
    }
  }
}
