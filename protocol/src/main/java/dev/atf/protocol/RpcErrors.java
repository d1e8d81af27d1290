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

  /** An error without fields; says when to come back if the reason is retriable. */
  public static StatusRuntimeException of(ErrorReason reason, String message) {
    return StatusProto.toStatusRuntimeException(status(reason, message, List.of()));
  }

  /** The same words for a lambda that is not there and for one that the caller may not know of. */
  public static StatusRuntimeException lambdaNotFound(String lambda) {
    return of(
        ErrorReason.LAMBDA_NOT_FOUND,
        "lambda %s is not registered; register it with PUT /v1/lambdas/%s, or RegisterLambda"
            .formatted(lambda, lambda));
  }

  /** The same words for a task that is not there and for one that the caller may not know of. */
  public static StatusRuntimeException taskNotFound(String taskId) {
    return of(
        ErrorReason.TASK_NOT_FOUND,
        "there is no task %s, or it was finished longer ago than its lambda keeps tasks"
            .formatted(taskId));
  }

  /** An error about fields of the request: all of them. */
  public static StatusRuntimeException ofFields(
      ErrorReason reason, String message, List<BadRequest.FieldViolation> violations) {
    return StatusProto.toStatusRuntimeException(status(reason, message, violations));
  }

  /** A refusal by the transport, with its reason if there is one for it. */
  public static Status ofTransport(io.grpc.Status.Code code, String message) {
    return ErrorReason.ofTransport(code)
        .map(reason -> status(reason, message, List.of()))
        .orElseGet(() -> Status.newBuilder().setCode(code.value()).setMessage(message).build());
  }

  /** The same as it is thrown. */
  public static StatusRuntimeException ofTransport(io.grpc.Status refusal) {
    var message = refusal.getDescription();
    return StatusProto.toStatusRuntimeException(
        ofTransport(refusal.getCode(), message == null ? refusal.getCode().name() : message));
  }

  /**
   * @param message cut where it, with the violations, would not fit into a trailer
   * @param violations of many, the first ones, and how many more there are
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

  /** Our reason in an error that a call answered with; empty if it is not one of ours. */
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

  /** A newer server may answer with a reason that this version does not know. */
  private static Optional<ErrorReason> known(String name) {
    for (var reason : ErrorReason.values()) {
      if (reason.name().equals(name)) {
        return Optional.of(reason);
      }
    }
    return Optional.empty();
  }
}
