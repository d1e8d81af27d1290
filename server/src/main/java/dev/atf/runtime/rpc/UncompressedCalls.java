package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.refusal.CallRefusal;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Status.Code;

/**
 * Refuses gRPC calls with compressed requests: a few bytes of them become so many that no limit on
 * bytes holds. The status is the one that gRPC has for an encoding that a server does not support.
 */
final class UncompressedCalls {
  /** Registry of a server that decompresses nothing. */
  static final DecompressorRegistry ONLY =
      DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, true);

  private static final String HEADER = "grpc-encoding";
  private static final String IDENTITY = "identity";

  private static final CallRefusal COMPRESSED =
      new CallRefusal(
          Code.UNIMPLEMENTED,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "CALL_UNKNOWN",
          "grpc-encoding: given (expected: identity; requests are not decompressed)");

  private UncompressedCalls() {}

  static HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    return CallRefusal.isGrpc(request)
            && !request.headers().get(HEADER, IDENTITY).equalsIgnoreCase(IDENTITY)
        ? COMPRESSED.render(request)
        : call.serve(context, request);
  }
}
