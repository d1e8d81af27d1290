package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.server.RequestTimeoutException;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.RootCause;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answers gRPC calls whose time is over before their service has them, with the status that the
 * service would give: the server itself would answer UNAVAILABLE, after which clients retry.
 */
final class OverdueCalls implements ServerErrorHandler {
  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext context, Throwable cause) {
    var type = context.request().contentType();
    if (type == null
        || !isGrpc(type)
        || !(RootCause.of(cause) instanceof RequestTimeoutException)) {
      return null;
    }
    var status = TransportRefusals.TIME_IS_OVER;
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .endOfStream(true)
            .contentType(type)
            .addInt("grpc-status", status.getCode().value())
            .add("grpc-message", Objects.requireNonNull(status.getDescription()))
            .build());
  }

  private static boolean isGrpc(MediaType type) {
    return GrpcSerializationFormats.values().stream().anyMatch(format -> format.isAccepted(type));
  }
}
