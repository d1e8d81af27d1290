package dev.atf.frontend;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reply to a call, over either transport.
 *
 * @param fields refused fields, in order
 * @param retry whether it contains the time after which to retry
 * @param body body of a successful answer
 */
public record Reply(
    Status.Code code,
    String reason,
    String message,
    List<String> fields,
    List<String> descriptions,
    boolean retry,
    JsonNode body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Reply ok(String body) {
    try {
      return new Reply(Status.Code.OK, "", "", List.of(), List.of(), false, JSON.readTree(body));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  public static Reply of(StatusRuntimeException thrown) {
    return of(Objects.requireNonNull(StatusProto.fromThrowable(thrown)));
  }

  public static Reply of(com.google.rpc.Status status) {
    var reason = "";
    var retry = false;
    var fields = new ArrayList<String>();
    var descriptions = new ArrayList<String>();
    try {
      for (Any detail : status.getDetailsList()) {
        if (detail.is(ErrorInfo.class)) {
          reason = detail.unpack(ErrorInfo.class).getReason();
        } else if (detail.is(RetryInfo.class)) {
          retry = true;
        } else if (detail.is(BadRequest.class)) {
          for (var violation : detail.unpack(BadRequest.class).getFieldViolationsList()) {
            fields.add(violation.getField());
            descriptions.add(violation.getDescription());
          }
        }
      }
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    return new Reply(
        Status.fromCodeValue(status.getCode()).getCode(),
        reason,
        status.getMessage(),
        fields,
        descriptions,
        retry,
        JSON.createObjectNode());
  }

  public static Reply of(Answer answer) {
    if (answer.status() == 200) {
      return ok(answer.body());
    }
    var fields = new ArrayList<String>();
    var descriptions = new ArrayList<String>();
    for (var detail : answer.json().path("details")) {
      for (var violation : detail.path("fieldViolations")) {
        fields.add(violation.path("field").asText());
        descriptions.add(violation.path("description").asText());
      }
    }
    var code = Status.fromCodeValue(answer.json().get("code").asInt()).getCode();
    if (answer.status() != httpStatusOf(code)) {
      throw new AssertionError(code + " under HTTP status " + answer);
    }
    return new Reply(
        code,
        answer.reason(),
        answer.json().get("message").asText(),
        fields,
        descriptions,
        answer.body().contains("google.rpc.RetryInfo"),
        JSON.createObjectNode());
  }

  private static int httpStatusOf(Status.Code code) {
    return switch (code) {
      case INVALID_ARGUMENT, FAILED_PRECONDITION -> 400;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, ABORTED -> 409;
      case RESOURCE_EXHAUSTED -> 429;
      case UNIMPLEMENTED -> 501;
      case UNAVAILABLE -> 503;
      default -> 500;
    };
  }

  public Reply requireOk() {
    if (code != Status.Code.OK) {
      throw new AssertionError(toString());
    }
    return this;
  }

  public String text(String field) {
    return body.path(field).asText();
  }
}
