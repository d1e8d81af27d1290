package dev.atf.frontend.rpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;

/**
 * Maps what a handler has thrown to an error for callers in this process, whose calls do not pass
 * the port.
 */
public final class ThrownErrors implements ServerInterceptor {
  private final ErrorMapping errors;

  @Inject
  ThrownErrors(ErrorMapping errors) {
    this.errors = errors;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      @Override
      public void onHalfClose() {
        try {
          super.onHalfClose();
        } catch (RuntimeException e) {
          var error = StatusProto.toStatusRuntimeException(errors.statusOf(e));
          var details = error.getTrailers();
          call.close(error.getStatus(), details == null ? new Metadata() : details);
        }
      }
    };
  }
}
