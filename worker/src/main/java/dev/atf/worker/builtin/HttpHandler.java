package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.fence.FencingToken;
import dev.atf.executor.fence.HttpFence;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes one HTTP call. The server can recognise repetitions by {@code Idempotency-Key}, which is
 * the task id; redirects are not followed.
 */
public final class HttpHandler implements TaskHandler<JsonNode> {
  static final int BODY_BYTES_MAX = 64 * 1024;
  static final int HEADERS_JSON_BYTES_MAX = 48 * 1024;

  /** Largest body as JSON, where control characters take six bytes. */
  private static final int BODY_JSON_BYTES_MAX = 256 * 1024;

  private final InstantSource instants;
  private final AllowedAddresses allowed;

  HttpHandler(InstantSource instants, AllowedAddresses allowed) {
    this.instants = instants;
    this.allowed = allowed;
  }

  @Override
  public Outcome handle(JsonNode payload, TaskContext context) throws InterruptedException {
    var fields = new PayloadFields(payload);
    var request = HttpCallRequest.read(fields, context.traceHeaders());
    var failure = fields.failure();
    if (failure.isPresent()) {
      return failure.get();
    }
    var verdict = allowed.of(request.host());
    if (verdict == AllowedAddresses.Verdict.UNKNOWN) {
      return Outcome.retriable(
          "HTTP_UNREACHABLE", request.shown() + ": no address of this host is known");
    }
    if (verdict == AllowedAddresses.Verdict.REFUSED) {
      return Outcome.fatal(
          "HTTP_ADDRESS_REFUSED",
          request.shown() + ": not an address that this executor may call (setting httpAllow)");
    }
    var httpRequest =
        HttpFence.put(request.builder(), FencingToken.of(context))
            .setHeader("Idempotency-Key", context.taskId())
            .setHeader("Atf-Attempt", String.valueOf(context.attempt()))
            .build();
    var call =
        ProcessHttpClient.INSTANCE.sendAsync(
            httpRequest, response -> new BoundedBody(BODY_BYTES_MAX));
    try {
      return outcome(request, call.get(request.timeout().toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return timedOut(request);
    } catch (ExecutionException e) {
      return e.getCause() instanceof HttpTimeoutException
          ? timedOut(request)
          : Outcome.retriable("HTTP_UNREACHABLE", request.shown() + ": " + e.getCause());
    } finally {
      call.cancel(true);
    }
  }

  private static Outcome timedOut(HttpCallRequest request) {
    return Outcome.retriable(
        "HTTP_TIMED_OUT", request.shown() + ": not done within " + request.timeout());
  }

  private Outcome outcome(HttpCallRequest request, HttpResponse<BoundedText> response) {
    int status = response.statusCode();
    var body = response.body();
    if (status >= 200 && status < 300) {
      return Outcome.success(result(response));
    }
    var code = "HTTP_" + status;
    var message = request.shown() + ": status " + status;
    if (!isRetriable(status)) {
      return new Outcome.FatalFailure(code, message, body.text());
    }
    var retryAfter =
        response
            .headers()
            .firstValue("Retry-After")
            .flatMap(header -> RetryAfterHeader.parse(header, instants.instant()));
    return new Outcome.RetriableFailure(code, message, body.text(), retryAfter.orElse(null));
  }

  private static boolean isRetriable(int status) {
    return status == 408 || status == 425 || status == 429 || (status >= 500 && status < 600);
  }

  private static HttpResult result(HttpResponse<BoundedText> response) {
    var received = response.body();
    var body = BoundedText.of(received.text(), received.truncated(), BODY_JSON_BYTES_MAX);
    var headers = new LinkedHashMap<String, String>();
    int room = HEADERS_JSON_BYTES_MAX;
    boolean allHeaders = true;
    for (var header : response.headers().map().entrySet()) {
      var value = String.join(", ", header.getValue());
      var bounded = BoundedText.of(header.getKey() + value, false, room);
      if (bounded.truncated()) {
        allHeaders = false;
        continue;
      }
      room -= 6 * bounded.text().length();
      headers.put(header.getKey(), value);
    }
    return new HttpResult(
        response.statusCode(), headers, body.text(), body.truncated() || !allHeaders);
  }

  /**
   * Result of {@code http}.
   *
   * @param headers names in lower case; several values of one name joined by commas
   * @param truncated whether the body, or the list of headers, was longer
   */
  record HttpResult(int status, Map<String, String> headers, String body, boolean truncated) {}
}
