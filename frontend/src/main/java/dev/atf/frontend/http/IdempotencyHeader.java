package dev.atf.frontend.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Descriptors.Descriptor;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import dev.atf.validation.Violations;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Idempotency key of a call, given as the HTTP header {@code Idempotency-Key}: the same as {@code
 * idempotencyKey} in the body. A value in double quotes is a string of structured fields (RFC
 * 8941), as the header's draft has it; any other is taken as it is.
 */
final class IdempotencyHeader {
  private static final String NAME = "idempotency-key";
  private static final String FIELD = "idempotencyKey";
  private static final String FIELD_IN_PROTO = "idempotency_key";
  private static final Pattern ESCAPED = Pattern.compile("\\\\([\"\\\\])");
  private static final ObjectMapper JSON = new ObjectMapper();

  private IdempotencyHeader() {}

  /**
   * Puts the header's key into the body.
   *
   * @param body a JSON object, or empty
   * @return the body as it is if there is no such header, or if {@code violations} were added
   */
  static HttpData into(
      HttpData body, HttpCalls.Call call, AggregatedHttpRequest request, Violations violations) {
    var values = request.headers().getAll(NAME);
    if (values.isEmpty() || request.method() != HttpMethod.POST) {
      return body;
    }
    var key = key(values);
    if (key.isEmpty()) {
      violations.add(
          "header Idempotency-Key", String.join(", ", values), "one key, not an empty one");
      return body;
    }
    if (!isTakenBy(call.request())) {
      violations.add(
          "header Idempotency-Key", key.get(), "none: this call takes no idempotency key");
      return body;
    }
    return merged(body, key.get(), violations);
  }

  /** Returns whether the header may give a field of this request. */
  static boolean isTakenBy(Descriptor request) {
    return request.findFieldByName(FIELD_IN_PROTO) != null;
  }

  private static Optional<String> key(List<String> values) {
    var value = values.get(0).strip();
    if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
      value = ESCAPED.matcher(value.substring(1, value.length() - 1)).replaceAll("$1");
    }
    return values.size() > 1 || value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  private static HttpData merged(HttpData body, String key, Violations violations) {
    try {
      var text = body.isEmpty() ? "{}" : body.toStringUtf8();
      var given = JSON.readTree(text);
      for (var name : List.of(FIELD, FIELD_IN_PROTO)) {
        if (given.has(name)) {
          var inBody = given.get(name).asText();
          if (!inBody.equals(key)) {
            violations.add(FIELD, inBody, "none, or as in the header Idempotency-Key: " + key);
          }
          return body;
        }
      }
      // Spliced in: a payload must stay as it was written.
      int begin = text.indexOf('{') + 1;
      return HttpData.ofUtf8(
          text.substring(0, begin)
              + "\""
              + FIELD
              + "\":"
              + JSON.writeValueAsString(key)
              + (given.isEmpty() ? "" : ",")
              + text.substring(begin));
    } catch (JsonProcessingException e) {
      // The text was parsed before.
      throw new UncheckedIOException(e);
    }
  }
}
