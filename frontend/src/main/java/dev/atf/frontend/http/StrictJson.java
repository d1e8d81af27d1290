package dev.atf.frontend.http;

import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.rpc.Status;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.QueryParams;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.access.AccessControl;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.EachData;
import dev.atf.validation.JsonBody;
import dev.atf.validation.JsonFields;
import dev.atf.validation.UnreadableJsonException;
import dev.atf.validation.Violations;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Optional;

/**
 * Refuses callers without a right on the lambda in the path before the body is read. It also
 * refuses requests that the transcoder would read leniently, with all violations at once:
 * everything in the query or the body must be a field of the call, must be given once, and must not
 * contradict the path.
 */
final class StrictJson implements DecoratingHttpServiceFunction {
  /**
   * Multiple of the size limit up to which a request that is too large is read and discarded,
   * because many clients read an answer only after they have sent everything. The stream of a
   * larger request is reset.
   */
  private static final int DRAINED_MAX = 4;

  private final HttpCalls calls;
  private final AccessControl access;

  StrictJson(HttpCalls calls, AccessControl access) {
    this.calls = calls;
    this.access = access;
  }

  @Override
  public HttpResponse serve(
      HttpService delegate, ServiceRequestContext context, HttpRequest request) {
    var call = calls.find(request.method(), context.path());
    var refusal = call.flatMap(one -> access.refusal(one.method(), one.fromPath()));
    if (refusal.isPresent()) {
      return HttpJson.failed(context, StatusProto.fromThrowable(refusal.get()));
    }
    var size = new Size(context.maxRequestLength());
    context.setMaxRequestLength(DRAINED_MAX * size.max);
    return HttpResponse.of(
        new EachData(request, size::count)
            .aggregate()
            .thenApply(
                whole ->
                    size.exceeded()
                        ? tooLarge(context, size.max)
                        : serve(delegate, context, whole, call)));
  }

  private static HttpResponse tooLarge(ServiceRequestContext context, long max) {
    return HttpJson.refused(
        context,
        HttpStatus.REQUEST_ENTITY_TOO_LARGE,
        RpcErrors.status(
            ErrorReason.REQUEST_TOO_LARGE,
            "the request is too large (expected: at most %d bytes)".formatted(max),
            List.of()));
  }

  /** Size of a body. It is used by one thread at a time, in the order of the stream. */
  private static final class Size {
    private final long max;
    private long seen;

    Size(long max) {
      this.max = max;
    }

    HttpData count(HttpData data) {
      seen += data.length();
      if (seen <= max) {
        return data;
      }
      data.close();
      return HttpData.empty();
    }

    boolean exceeded() {
      return seen > max;
    }
  }

  private HttpResponse serve(
      HttpService delegate,
      ServiceRequestContext context,
      AggregatedHttpRequest whole,
      Optional<HttpCalls.Call> call) {
    if (context.rawPath().contains(";")) {
      return HttpJson.refused(
          context,
          HttpStatus.BAD_REQUEST,
          unreadable("the path has parameters (expected: no semicolon)"));
    }
    if (isEncoded(whole)) {
      return HttpJson.refused(
          context,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          unreadable("content-encoding: given (expected: none; requests are not decompressed)"));
    }
    if (call.isEmpty()) {
      return served(delegate, context, whole, whole.content());
    }
    var refusal = refusal(context, call.get(), whole);
    if (refusal.isPresent()) {
      return HttpJson.refused(context, HttpStatus.BAD_REQUEST, refusal.get());
    }
    var violations = new Violations();
    var body = IdempotencyHeader.into(whole.content(), call.get(), whole, violations);
    return violations.isEmpty()
        ? served(delegate, context, whole, body)
        : HttpJson.refused(context, HttpStatus.BAD_REQUEST, violations.status());
  }

  private static Optional<Status> refusal(
      ServiceRequestContext context, HttpCalls.Call call, AggregatedHttpRequest whole) {
    var violations = new Violations();
    checkQuery(call, context.queryParams(), violations);
    if (call.inBody() && !whole.content().isEmpty()) {
      try {
        JsonBody.check(whole.content().array(), call.request(), call.fromPath(), violations);
      } catch (UnreadableJsonException e) {
        return Optional.of(unreadable(String.valueOf(e.getMessage())));
      }
    }
    return violations.isEmpty() ? Optional.empty() : Optional.of(violations.status());
  }

  private static void checkQuery(HttpCalls.Call call, QueryParams query, Violations violations) {
    for (var name : query.names()) {
      var known = JsonFields.find(call.request(), name);
      if (call.inBody()) {
        violations.add(
            JsonFields.printable(name), "in the query", "nothing; fields are in the body");
      } else if (known.isEmpty()) {
        JsonFields.unknown(call.request(), "", name, violations);
      } else if (query.getAll(name).size() > 1 && !known.get().isRepeated()) {
        violations.add(known.get().getJsonName(), "given twice", "once");
      } else {
        query.getAll(name).forEach(value -> checkValue(call, known.get(), value, violations));
      }
    }
  }

  private static void checkValue(
      HttpCalls.Call call, FieldDescriptor field, String value, Violations violations) {
    var inPath = call.fromPath().get(field.getName());
    if (inPath != null) {
      JsonFields.requireAsInPath(field.getJsonName(), value, inPath, violations);
    } else if (!acceptsInQuery(field, value)) {
      violations.add(field.getJsonName(), value, JsonFields.expected(field));
    }
  }

  private static boolean acceptsInQuery(FieldDescriptor field, String value) {
    return field.getJavaType() == FieldDescriptor.JavaType.BOOLEAN
        ? value.equals("true") || value.equals("false")
        : JsonFields.accepts(field, JsonToken.VALUE_STRING, value);
  }

  /** Returns whether the body is encoded. */
  private static boolean isEncoded(AggregatedHttpRequest whole) {
    return !whole
        .headers()
        .get(HttpHeaderNames.CONTENT_ENCODING, "identity")
        .equalsIgnoreCase("identity");
  }

  private static HttpResponse served(
      HttpService delegate,
      ServiceRequestContext context,
      AggregatedHttpRequest whole,
      HttpData body) {
    var headers = whole.headers().toBuilder().contentType(MediaType.JSON);
    if (body.length() != whole.content().length()) {
      headers.contentLength(body.length());
    }
    var request =
        body.isEmpty() ? HttpRequest.of(headers.build()) : HttpRequest.of(headers.build(), body);
    try {
      context.updateRequest(request);
      return delegate.serve(context, request);
    } catch (Exception e) {
      return HttpResponse.ofFailure(e);
    }
  }

  private static Status unreadable(String complaint) {
    return RpcErrors.status(ErrorReason.REQUEST_UNREADABLE, complaint, List.of());
  }
}
