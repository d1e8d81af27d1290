package dev.atf.simulation.world.host;

import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.WorkerAnswer;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/** Interceptor for a controller that takes every answer to a report to mean that it is healthy. */
public final class IgnoredHealth implements ClientInterceptor {
  private static final WorkerAnswer HEALTHY =
      WorkerAnswer.newBuilder().setHealth(WorkerAnswer.Health.HEALTHY).build();

  @Override
  public <A, B> ClientCall<A, B> interceptCall(
      MethodDescriptor<A, B> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<B> listener, Metadata headers) {
        super.start(new Deaf<>(listener), headers);
      }
    };
  }

  private static final class Deaf<B> extends SimpleForwardingClientCallListener<B> {
    Deaf(ClientCall.Listener<B> listener) {
      super(listener);
    }

    @Override
    @SuppressWarnings("unchecked") // the message is of the same type
    public void onMessage(B message) {
      super.onMessage(
          message instanceof DescribeLambdasResponse response && response.hasWorker()
              ? (B) response.toBuilder().setWorker(HEALTHY).build()
              : message);
    }
  }
}
