package dev.atf.protocol;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Optional;

/** Writes and reads errors in the form of google.rpc: ErrorInfo, BadRequest, RetryInfo. */
public final class RpcErrors {
  public static final String DOMAIN = "atf.dev";

  private RpcErrors() {}

  /**
   * Returns an error without fields. If the reason is retriable, the error contains the time of the
   * next try.
   */
  public static StatusRuntimeException of(ErrorReason reason, String message) {
    return StatusProto.toStatusRuntimeException(status(reason, message, List.of()));
  }

  /**
   * Returns the error for a missing lambda. It is the same for a lambda that the caller may not
   * see.
   */
  public static StatusRuntimeException lambdaNotFound(String lambda) {
    return of(
        ErrorReason.LAMBDA_NOT_FOUND,
        "lambda %s is not registered; register it with PUT /v1/lambdas/%s, or RegisterLambda"
            .formatted(lambda, lambda));
  }

  /**
   * Returns the error for a missing task. It is the same for a task that the caller may not see.
   */
  public static StatusRuntimeException taskNotFound(String taskId) {
    return of(
        ErrorReason.TASK_NOT_FOUND,
        "task %s does not exist, or it ended longer ago than the retention of its lambda"
            .formatted(taskId));
  }

  /** Returns an error with all violations of a request's fields. */
  public static StatusRuntimeException ofFields(
      ErrorReason reason, String message, List<BadRequest.FieldViolation> violations) {
    return StatusProto.toStatusRuntimeException(status(reason, message, violations));
  }

  /** Returns a refusal by the transport, with its reason if it has one. */
  public static Status ofTransport(io.grpc.Status.Code code, String message) {
    return ErrorReason.ofTransport(code)
        .map(reason -> status(reason, message, List.of()))
        .orElseGet(() -> Status.newBuilder().setCode(code.value()).setMessage(message).build());
  }

  /** Returns a refusal by the transport as an exception. */
  public static StatusRuntimeException ofTransport(io.grpc.Status refusal) {
    var message = refusal.getDescription();
    return StatusProto.toStatusRuntimeException(
        ofTransport(refusal.getCode(), message == null ? refusal.getCode().name() : message));
  }

  /**
   * Returns the status of an error.
   *
   * @param message message, which is cut if it does not fit into a trailer together with the
   *     violations
   * @param violations violations; if there are too many, the first ones and the number of the
   *     others are kept
   */
  public static Status status(
      ErrorReason reason, String message, List<BadRequest.FieldViolation> violations) {
    var bounded = ErrorBounds.of(message, violations);
    var status =
        Status.newBuilder()
            .setCode(reason.status().value())
            .setMessage(bounded.message())
            .addDetails(
                Any.pack(
                    ErrorInfo.newBuilder().setReason(reason.name()).setDomain(DOMAIN).build()));
    if (!bounded.violations().isEmpty()) {
      status.addDetails(
          Any.pack(BadRequest.newBuilder().addAllFieldViolations(bounded.violations()).build()));
    }
    if (reason.retriable()) {
      status.addDetails(
          Any.pack(
              RetryInfo.newBuilder().setRetryDelay(Duration.newBuilder().setSeconds(1)).build()));
    }
    return status.build();
  }

  /** Returns ATF's reason in the error of a call; empty if it has none. */
  public static Optional<ErrorReason> reasonOf(Throwable error) {
    var status = StatusProto.fromThrowable(error);
    if (status == null) {
      return Optional.empty();
    }
    return status.getDetailsList().stream()
        .filter(detail -> detail.is(ErrorInfo.class))
        .map(RpcErrors::unpack)
        .filter(info -> info.getDomain().equals(DOMAIN))
        .flatMap(info -> known(info.getReason()).stream())
        .findFirst();
  }

  private static ErrorInfo unpack(Any detail) {
    try {
      return detail.unpack(ErrorInfo.class);
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      return ErrorInfo.getDefaultInstance();
    }
  }

  /** Returns the reason with a name; empty if only a newer server knows it. */
  private static Optional<ErrorReason> known(String name) {
    for (var reason : ErrorReason.values()) {
      if (reason.name().equals(name)) {
        return Optional.of(reason);
      }
    }
    return Optional.empty();
  }
}
