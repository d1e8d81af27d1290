package dev.atf.runtime.rpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.grpc.GrpcExceptionHandlerFunction;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.RequestTimeoutException;
import dev.atf.runtime.RootCause;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Statuses for gRPC calls that fail before any handler has seen them: a frame that is broken or cut
 * short, a message too large or unreadable, a compressed frame. These are the caller's fault, which
 * the transport itself would partly report as INTERNAL. Calls that take too long, which the
 * transport would report as CANCELLED, get DEADLINE_EXCEEDED.
 *
 * @param form adds this service's details, such as the reason, to a status
 */
public record TransportRefusals(Function<Status, StatusRuntimeException> form)
    implements GrpcExceptionHandlerFunction {
  static final Status TIME_IS_OVER =
      Status.DEADLINE_EXCEEDED.withDescription(
          "the call took longer than it may; what it was to do may have been done");

  @Override
  public Status apply(RequestContext context, Status status, Throwable cause, Metadata metadata) {
    return refusal(context, status, cause)
        .map(
            refusal -> {
              var formed = form.apply(refusal);
              var details = formed.getTrailers();
              if (details != null) {
                metadata.merge(details);
              }
              return formed.getStatus();
            })
        .orElse(status);
  }

  /**
   * Returns the status for a failed call.
   *
   * @return empty if a handler received the request in time, so that the handler's status applies
   */
  public static Optional<Status> refusal(RequestContext context, Status status, Throwable cause) {
    var thrown = Exceptions.peel(cause);
    if (RootCause.of(thrown) instanceof RequestTimeoutException) {
      return Optional.of(TIME_IS_OVER);
    }
    if (ReadMark.isSet(context) || isRefusal(status, thrown)) {
      return Optional.empty();
    }
    if (Exceptions.peel(RootCause.of(thrown)) instanceof ContentTooLargeException tooLarge) {
      return Optional.of(tooLarge(tooLarge.maxContentLength()));
    }
    return switch (status.getCode()) {
      case RESOURCE_EXHAUSTED -> Optional.of(tooLarge(-1));
      case INTERNAL, UNKNOWN, INVALID_ARGUMENT ->
          Optional.of(
              Status.INVALID_ARGUMENT.withDescription(
                  "the request cannot be read: " + why(RootCause.of(thrown))));
      case UNIMPLEMENTED -> Optional.of(status.withCause(null));
      default -> Optional.empty();
    };
  }

  /** Returns whether the failure is a refusal of this server, which has all that callers read. */
  private static boolean isRefusal(Status status, Throwable thrown) {
    return status.getCode() != Status.Code.INTERNAL
        && status.getCode() != Status.Code.UNKNOWN
        && Status.trailersFromThrowable(thrown) != null;
  }

  /**
   * Returns the status for a request that is too large.
   *
   * @param max maximum size in bytes; negative if unknown
   */
  public static Status tooLarge(long max) {
    return Status.RESOURCE_EXHAUSTED.withDescription(
        "the request is too large (expected: at most "
            + (max < 0 ? "requestBytesMax" : max + " bytes")
            + ")");
  }

  /** Returns the reason, without content of the request or internals of the server. */
  private static String why(Throwable cause) {
    if (cause instanceof InvalidProtocolBufferException unreadable) {
      return String.valueOf(unreadable.getMessage());
    }
    return "a frame is broken, cut short, or compressed";
  }
}
