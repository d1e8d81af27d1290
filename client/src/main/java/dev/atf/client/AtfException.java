package dev.atf.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Optional;

/** Thrown when a call was refused, or still failed after all safe retries. */
public final class AtfException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A field that the server refused.
   *
   * @param description the refused value and the accepted values
   */
  public record Violation(String field, String description) {}

  private final io.grpc.Status.Code code;
  private final String reason;
  private final boolean withoutAnswer;
  private final transient List<Violation> violations;

  private AtfException(Status status, io.grpc.Status.Code code, Throwable cause) {
    super(code + ": " + status.getMessage(), cause);
    this.code = code;
    this.withoutAnswer = Retries.isWithoutAnswer(code);
    this.reason =
        status.getDetailsList().stream()
            .flatMap(detail -> unpack(detail, ErrorInfo.class).stream())
            .map(ErrorInfo::getReason)
            .findFirst()
            .orElse("");
    this.violations =
        status.getDetailsList().stream()
            .flatMap(detail -> unpack(detail, BadRequest.class).stream())
            .flatMap(request -> request.getFieldViolationsList().stream())
            .map(violation -> new Violation(violation.getField(), violation.getDescription()))
            .toList();
  }

  static AtfException of(StatusRuntimeException thrown) {
    return new AtfException(
        StatusProto.fromThrowable(thrown), thrown.getStatus().getCode(), thrown);
  }

  /** Returns the error of one task of a batch. */
  static AtfException of(Status status) {
    return of(StatusProto.toStatusRuntimeException(status));
  }

  /** Returns the gRPC code of the error. */
  public io.grpc.Status.Code code() {
    return code;
  }

  /**
   * Returns the machine-readable reason, such as {@code PRIORITY_UNKNOWN}: see {@code
   * docs/errors.md}.
   */
  public Optional<String> reason() {
    return reason.isEmpty() ? Optional.empty() : Optional.of(reason);
  }

  /**
   * Returns whether no answer arrived in time, so that the outcome of the call is unknown; false if
   * the client itself abandoned the call.
   */
  boolean isWithoutAnswer() {
    return withoutAnswer;
  }

  /** Returns all refused fields; empty if the error is not about fields. */
  public List<Violation> violations() {
    return violations == null ? List.of() : violations;
  }

  private static <T extends com.google.protobuf.Message> Optional<T> unpack(
      Any detail, Class<T> type) {
    try {
      return detail.is(type) ? Optional.of(detail.unpack(type)) : Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }
}
