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

/** A call that was refused or failed, after the retries that were safe. */
public final class AtfException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Field that the server refused.
   *
   * @param description the refused value and the accepted ones
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

  /** The error of one task of a batch. */
  static AtfException of(Status status) {
    return of(StatusProto.toStatusRuntimeException(status));
  }

  public io.grpc.Status.Code code() {
    return code;
  }

  /** The machine-readable reason, such as {@code PRIORITY_UNKNOWN}: see {@code docs/errors.md}. */
  public Optional<String> reason() {
    return reason.isEmpty() ? Optional.empty() : Optional.of(reason);
  }

  /**
   * Returns whether there was no answer in time, which says nothing about the call; false if it was
   * given up on this side.
   */
  boolean isWithoutAnswer() {
    return withoutAnswer;
  }

  /** Returns all fields that were refused; empty if it was not about fields. */
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
