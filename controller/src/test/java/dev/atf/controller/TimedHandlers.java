package dev.atf.controller;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.concurrent.atomic.AtomicInteger;

/** The handlers of a server's calls, for which a clock does not move by itself. */
final class TimedHandlers implements ServerInterceptor {
  private final ManualTime time;
  private final AtomicInteger ended = new AtomicInteger();

  TimedHandlers(ManualTime time) {
    this.time = time;
  }

  /**
   * Returns the number of handlers that have returned; their calls may still wait for an answer.
   */
  int ended() {
    return ended.get();
  }

  @Override
  public <A, B> ServerCall.Listener<A> interceptCall(
      ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
    return new SimpleForwardingServerCallListener<A>(next.startCall(call, headers)) {
      @Override
      public void onHalfClose() {
        try {
          time.run(super::onHalfClose);
        } finally {
          ended.incrementAndGet();
        }
      }
    };
  }
}
