package dev.atf.frontend.http;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.protocol.RpcErrors;
import io.grpc.Status;

/** Refuses calls of a gRPC path that are not gRPC, in the form of every other error. */
final class FramedGrpc {
  private static final String PATHS = "/atf.v1.";

  private FramedGrpc() {}

  static HttpResponse serve(
      HttpService delegate, ServiceRequestContext context, HttpRequest request) throws Exception {
    if (!context.path().startsWith(PATHS)) {
      return delegate.serve(context, request);
    }
    if (request.method() != HttpMethod.POST) {
      return refused(context, HttpStatus.METHOD_NOT_ALLOWED, "gRPC is called with POST");
    }
    var type = request.contentType();
    return type != null && type.type().equals("application") && type.subtype().startsWith("grpc")
        ? delegate.serve(context, request)
        : refused(
            context,
            HttpStatus.UNSUPPORTED_MEDIA_TYPE,
            "this path speaks gRPC (expected: content-type application/grpc; JSON is at /v1/)");
  }

  private static HttpResponse refused(
      ServiceRequestContext context, HttpStatus status, String message) {
    return HttpJson.refused(
        context, status, RpcErrors.ofTransport(Status.Code.UNIMPLEMENTED, message));
  }
}
