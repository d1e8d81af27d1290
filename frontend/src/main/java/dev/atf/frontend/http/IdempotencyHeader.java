package dev.atf.frontend.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import dev.atf.validation.Violations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Idempotency key of a call, given as the HTTP header {@code Idempotency-Key}: the same as {@code
 * idempotencyKey} in the body. A value in double quotes is a string of structured fields (RFC
 * 8941), as the draft of the header says. Any other value is used as it is.
 */
final class IdempotencyHeader {
  private static final String NAME = "idempotency-key";
  private static final String FIELD = "idempotencyKey";
  private static final String FIELD_IN_PROTO = "idempotency_key";
  private static final Pattern ESCAPED = Pattern.compile("\\\\([\"\\\\])");
  private static final String NULL = "null";
  private static final JsonFactory JSON = new JsonFactory();

  private IdempotencyHeader() {}

  /**
   * Puts the header's key into the body.
   *
   * @param body a JSON object, or empty
   * @return the body with the key; the unchanged body if there is no such header, or if {@code
   *     violations} were added
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
          "header Idempotency-Key",
          String.join(", ", values),
          "one key in UTF-8, not an empty one");
      return body;
    }
    if (!isTakenBy(call.request())) {
      violations.add(
          "header Idempotency-Key", key.get(), "none: this call takes no idempotency key");
      return body;
    }
    return merged(body, key.get(), violations);
  }

  /** Returns whether the header can set a field of this request. */
  static boolean isTakenBy(Descriptor request) {
    return request.findFieldByName(FIELD_IN_PROTO) != null;
  }

  /** Returns the key of a header whose bytes are UTF-8, like those of the body. */
  private static Optional<String> key(List<String> values) {
    var value = values.size() > 1 ? "" : utf8(values.get(0)).strip();
    if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
      value = ESCAPED.matcher(value.substring(1, value.length() - 1)).replaceAll("$1");
    }
    return value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  /**
   * Returns the text of a header; empty if it is not UTF-8. The server represents each byte of a
   * header as one character.
   */
  private static String utf8(String header) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(header.getBytes(StandardCharsets.ISO_8859_1)))
          .toString();
    } catch (CharacterCodingException e) {
      return "";
    }
  }

  private static HttpData merged(HttpData body, String key, Violations violations) {
    if (body.isEmpty()) {
      return HttpData.ofUtf8("{\"" + FIELD + "\":" + quoted(key) + "}");
    }
    // The key is spliced into the text, because a payload must stay as it was written.
    var text = body.toStringUtf8();
    try (var in = JSON.createParser(text)) {
      in.nextToken();
      int begin = text.indexOf('{') + 1;
      boolean isEmpty = true;
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        isEmpty = false;
        var name = in.currentName();
        var value = in.nextToken();
        if (!name.equals(FIELD) && !name.equals(FIELD_IN_PROTO)) {
          in.skipChildren();
        } else if (value == JsonToken.VALUE_NULL) {
          int at = (int) in.currentTokenLocation().getCharOffset();
          return HttpData.ofUtf8(
              text.substring(0, at) + quoted(key) + text.substring(at + NULL.length()));
        } else {
          var inBody = in.getText();
          if (!inBody.equals(key)) {
            violations.add(FIELD, inBody, "none, or as in the header Idempotency-Key: " + key);
          }
          return body;
        }
      }
      return HttpData.ofUtf8(
          text.substring(0, begin)
              + "\""
              + FIELD
              + "\":"
              + quoted(key)
              + (isEmpty ? "" : ",")
              + text.substring(begin));
    } catch (IOException e) {
      // This cannot fail, because the text was parsed before.
      throw new UncheckedIOException(e);
    }
  }

  private static String quoted(String key) {
    return TextNode.valueOf(key).toString();
  }
}
