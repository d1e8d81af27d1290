package dev.atf.runtime.refusal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Form of an error over HTTP for callers that request it: <a
 * href="https://www.rfc-editor.org/rfc/rfc9457">problem details</a>, with the reason and the
 * refused fields.
 */
public final class ProblemDetails {
  public static final MediaType TYPE = MediaType.create("application", "problem+json");

  /** Prefix of error types that have no page, as in RFC 9457, 3.1.1. */
  private static final String TYPE_PREFIX = "tag:atf.dev,2026:error:";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ProblemDetails() {}

  /** Returns whether the Accept header contains this form, and prefers no other JSON. */
  public static boolean areAccepted(RequestHeaders headers) {
    float quality = quality(headers, TYPE);
    return quality > 0 && quality >= quality(headers, MediaType.JSON);
  }

  private static float quality(RequestHeaders headers, MediaType type) {
    return headers.accept().stream()
        .filter(accepted -> accepted.withoutParameters().equals(type))
        .map(MediaType::qualityFactor)
        .max(Float::compare)
        .orElse(0f);
  }

  /** Returns the body of the answer to a request. */
  public static HttpData of(HttpStatus httpStatus, Status error, RequestHeaders request) {
    var reason = details(error, ErrorInfo.class).map(ErrorInfo::getReason).findFirst().orElse("");
    var problem =
        JSON.createObjectNode()
            .put("type", reason.isEmpty() ? "about:blank" : TYPE_PREFIX + reason)
            .put("title", reason.isEmpty() ? httpStatus.reasonPhrase() : title(reason))
            .put("status", httpStatus.code())
            .put("detail", error.getMessage())
            .put("instance", request.path().replaceFirst("\\?.*", ""));
    if (!reason.isEmpty()) {
      problem.put("reason", reason);
    }
    var violations =
        details(error, BadRequest.class)
            .flatMap(refused -> refused.getFieldViolationsList().stream())
            .map(ProblemDetails::violation)
            .toList();
    if (!violations.isEmpty()) {
      problem.putArray("violations").addAll(violations);
    }
    return HttpData.ofUtf8(problem.toString());
  }

  /** Returns a reason as words. */
  private static String title(String reason) {
    return reason.charAt(0) + reason.substring(1).replace('_', ' ').toLowerCase(Locale.ROOT);
  }

  private static ObjectNode violation(BadRequest.FieldViolation violation) {
    return JSON.createObjectNode()
        .put("field", violation.getField())
        .put("description", violation.getDescription());
  }

  private static <T extends Message> Stream<T> details(Status error, Class<T> type) {
    return error.getDetailsList().stream()
        .filter(detail -> detail.is(type))
        .map(detail -> unpacked(detail, type));
  }

  private static <T extends Message> T unpacked(Any detail, Class<T> type) {
    try {
      return detail.unpack(type);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a detail of an error of this server", e);
    }
  }
}
