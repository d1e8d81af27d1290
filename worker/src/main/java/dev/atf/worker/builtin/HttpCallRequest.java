package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Payload of {@code http}.
 *
 * @param timeout from the sending to the end of the body
 */
record HttpCallRequest(HttpRequest.Builder builder, String method, String host, Duration timeout) {
  static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(30);

  private static final URI PLACEHOLDER = URI.create("http://invalid.invalid/");

  /** Returns a text for people, without path and query of the URL, which can be secrets. */
  String shown() {
    return method + " " + host;
  }

  /**
   * @param traceHeaders sent along, unless the payload names them itself
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
