package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.netty.util.AttributeKey;

/**
 * Marks a gRPC call as read when its message has arrived completely, immediately before it is
 * handled. The call is refused before the mark if its caller does not read its answers.
 */
final class ReadMark implements ServerInterceptor {
  private static final AttributeKey<Boolean> READ = AttributeKey.valueOf(ReadMark.class, "READ");

  static boolean isSet(RequestContext context) {
    return Boolean.TRUE.equals(context.attr(READ));
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      @Override
      public void onMessage(Q message) {
        var context = ServiceRequestContext.current();
        AnswerLimit.requireRead(context);
        context.setAttr(READ, true);
        super.onMessage(message);
      }
    };
  }
}
