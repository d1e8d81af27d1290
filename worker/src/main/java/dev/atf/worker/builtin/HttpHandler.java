package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.fence.FencingToken;
import dev.atf.executor.fence.HttpFence;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Makes one HTTP call. The server can recognize repetitions by the header {@code Idempotency-Key},
 * which is the task id. Redirects are not followed.
 */
final class HttpHandler implements TaskHandler<JsonNode> {
  static final int BODY_BYTES_MAX = 64 * 1024;
  static final int HEADERS_JSON_BYTES_MAX = 48 * 1024;

  /** Maximum number of bytes of a body as JSON, in which control characters take six bytes. */
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
   * @param headers headers, with names in lower case; several values of one name are joined by
   *     commas
   * @param truncated whether the body, or the list of headers, was longer
   */
  record HttpResult(int status, Map<String, String> headers, String body, boolean truncated) {}

  /**
   * Payload of {@code http}.
   *
   * @param timeout time limit from the sending of the request to the end of the body
   */
  private record HttpCallRequest(
      HttpRequest.Builder builder, String method, String host, Duration timeout) {
    static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(30);

    private static final URI PLACEHOLDER = URI.create("http://invalid.invalid/");

    /** Returns a text for people, without the path and query of the URL, which may be secret. */
    String shown() {
      return method + " " + host;
    }

    /**
     * Reads a payload.
     *
     * @param traceHeaders headers that are sent, too, unless the payload contains them
     */
    static HttpCallRequest read(PayloadFields fields, Map<String, String> traceHeaders) {
      var method = fields.text("method").orElse("GET");
      fields.require("url");
      var url = fields.httpUrl("url").orElse(PLACEHOLDER);
      var body = fields.any("body");
      var builder = HttpRequest.newBuilder(url).version(ProcessHttpClient.version(url));
      if (body.isPresent() && !body.get().isTextual()) {
        builder.setHeader("Content-Type", "application/json");
      }
      traceHeaders.forEach(builder::setHeader);
      fields.texts("headers").forEach((name, value) -> header(fields, builder, name, value));
      method(fields, builder, method, body);
      var timeout = fields.duration("timeout").orElse(TIMEOUT_DEFAULT);
      return new HttpCallRequest(builder, method, String.valueOf(url.getHost()), timeout);
    }

    private static void header(
        PayloadFields fields, HttpRequest.Builder builder, String name, String value) {
      try {
        builder.setHeader(name, value);
      } catch (IllegalArgumentException e) {
        fields.violate("headers." + name, TextNode.valueOf("…"), "a header that a caller may set");
      }
    }

    private static void method(
        PayloadFields fields, HttpRequest.Builder builder, String method, Optional<JsonNode> body) {
      var publisher =
          body.map(value -> value.isTextual() ? value.textValue() : value.toString())
              .map(BodyPublishers::ofString)
              .orElse(BodyPublishers.noBody());
      try {
        builder.method(method, publisher);
      } catch (IllegalArgumentException e) {
        fields.violate("method", TextNode.valueOf(method), "a method of HTTP, such as GET");
      }
    }
  }

  /**
   * Body subscriber that keeps the beginning of a response. The rest beyond its limit is not
   * received.
   */
  private static final class BoundedBody implements BodySubscriber<BoundedText> {
    private final int bytesMax;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<BoundedText> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    BoundedBody(int bytesMax) {
      this.bytesMax = bytesMax;
    }

    @Override
    public CompletionStage<BoundedText> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
      subscription = subscribed;
      subscribed.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (var buffer : buffers) {
        var bytes = new byte[Math.min(buffer.remaining(), bytesMax - kept.size())];
        boolean more = bytes.length < buffer.remaining();
        buffer.get(bytes);
        kept.writeBytes(bytes);
        if (more) {
          complete(true);
          cancel();
          return;
        }
      }
      if (subscription != null) {
        subscription.request(1);
      }
    }

    @Override
    public void onError(Throwable error) {
      body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      complete(false);
    }

    private void complete(boolean truncated) {
      body.complete(new BoundedText(kept.toString(StandardCharsets.UTF_8), truncated));
    }

    private void cancel() {
      if (subscription != null) {
        subscription.cancel();
      }
    }
  }
}
