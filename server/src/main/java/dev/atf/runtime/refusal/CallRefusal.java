package dev.atf.runtime.refusal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpResponseException;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Refusal of a request before its service receives it. gRPC clients get a gRPC status; others get
 * it as JSON or as {@link ProblemDetails}.
 *
 * @param reason name in the protocol's table of errors
 * @param message message for the caller with the expected values
 */
public record CallRefusal(Code code, HttpStatus httpStatus, String reason, String message) {
  private static final String DOMAIN = "atf.dev";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the answer in the form that the request's client reads. */
  public HttpResponse render(HttpRequest request) {
    return isGrpc(request) ? grpc() : http(request.headers());
  }

  /** Returns the failure for a request's body, which the call then answers. */
  public RuntimeException exception(HttpRequest request) {
    return isGrpc(request) ? grpcException() : HttpResponseException.of(http(request.headers()));
  }

  /** Returns the failure of a gRPC call after which it has the same answer. */
  public StatusRuntimeException grpcException() {
    return StatusProto.toStatusRuntimeException(status());
  }

  /** Returns whether the request's client reads answers of gRPC. */
  public static boolean isGrpc(HttpRequest request) {
    var type = request.contentType();
    return type != null && type.type().equals("application") && type.subtype().startsWith("grpc");
  }

  private HttpResponse http(RequestHeaders request) {
    boolean problem = ProblemDetails.areAccepted(request);
    var headers =
        ResponseHeaders.builder(httpStatus)
            .contentType(problem ? ProblemDetails.TYPE : MediaType.JSON_UTF_8);
    if (httpStatus.equals(HttpStatus.UNAUTHORIZED)) {
      // RFC 6750, 3.
      headers.add(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"atf\"");
    }
    return HttpResponse.of(
        headers.build(),
        problem ? ProblemDetails.of(httpStatus, status(), request) : HttpData.wrap(json()));
  }

  /** Returns an answer that consists of trailers. */
  private HttpResponse grpc() {
    var status = status();
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .contentType(MediaType.create("application", "grpc"))
            .endOfStream(true)
            .add("grpc-status", Integer.toString(status.getCode()))
            .add("grpc-message", status.getMessage().replaceAll("[^ -$&-~]", "?"))
            .add(
                "grpc-status-details-bin",
                Base64.getEncoder().withoutPadding().encodeToString(status.toByteArray()))
            .build());
  }

  private Status status() {
    var info = ErrorInfo.newBuilder().setReason(reason).setDomain(DOMAIN).build();
    return Status.newBuilder()
        .setCode(code.value())
        .setMessage(message)
        .addDetails(Any.pack(info))
        .build();
  }

  private byte[] json() {
    var info =
        Map.of(
            "@type",
            "type.googleapis.com/google.rpc.ErrorInfo",
            "reason",
            reason,
            "domain",
            DOMAIN);
    try {
      return JSON.writeValueAsBytes(
          Map.of("code", code.value(), "message", message, "details", List.of(info)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
