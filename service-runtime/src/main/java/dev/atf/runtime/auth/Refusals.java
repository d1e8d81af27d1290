package dev.atf.runtime.auth;

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
import com.linecorp.armeria.common.ResponseHeaders;
import io.grpc.Status.Code;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** How a caller is told that nobody knows them: as a gRPC status, or as the same in JSON. */
final class Refusals {
  private static final String DOMAIN = "atf.dev";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Refusals() {}

  static HttpResponse render(Recognition.Refused refused, HttpRequest request) {
    var type = request.contentType();
    boolean grpc =
        type != null && type.type().equals("application") && type.subtype().startsWith("grpc");
    return grpc ? grpc(refused) : json(refused);
  }

  private static Code codeOf(Recognition.Refused refused) {
    return refused.refusal() == Recognition.Refusal.CREDENTIALS_UNCHECKED
        ? Code.UNAVAILABLE
        : Code.UNAUTHENTICATED;
  }

  /** Trailers alone. */
  private static HttpResponse grpc(Recognition.Refused refused) {
    var info = ErrorInfo.newBuilder().setReason(refused.refusal().name()).setDomain(DOMAIN).build();
    var status =
        Status.newBuilder()
            .setCode(codeOf(refused).value())
            .setMessage(refused.message())
            .addDetails(Any.pack(info))
            .build();
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

  private static HttpResponse json(Recognition.Refused refused) {
    boolean later = codeOf(refused) == Code.UNAVAILABLE;
    var status = later ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.UNAUTHORIZED;
    var headers = ResponseHeaders.builder(status).contentType(MediaType.JSON_UTF_8);
    headers.add("x-content-type-options", "nosniff");
    if (!later) {
      // RFC 6750, 3.
      headers.add(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"atf\"");
    }
    return HttpResponse.of(headers.build(), HttpData.wrap(body(refused)));
  }

  private static byte[] body(Recognition.Refused refused) {
    var info =
        Map.of(
            "@type",
            "type.googleapis.com/google.rpc.ErrorInfo",
            "reason",
            refused.refusal().name(),
            "domain",
            DOMAIN);
    try {
      return JSON.writeValueAsBytes(
          Map.of(
              "code",
              codeOf(refused).value(),
              "message",
              refused.message(),
              "details",
              List.of(info)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
