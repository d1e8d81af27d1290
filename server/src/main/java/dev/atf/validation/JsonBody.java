package dev.atf.validation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.NumberInput;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Value;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks a JSON body against its message, and finds all errors: unknown fields, values of a wrong
 * type, and two fields where only one is allowed. The transcoder would report only the first error,
 * and would accept some errors. A task could then get another payload or time than its caller
 * intended.
 */
public final class JsonBody {
  /**
   * Maximum depth of a payload. Protobuf refuses messages with more than 100 levels, and one level
   * of JSON may need three of them.
   */
  public static final int PAYLOAD_DEPTH_MAX = 30;

  /** Maximum depth of a whole body. A deeper body is refused before it is read completely. */
  private static final int DEPTH_MAX = 100;

  /**
   * Maximum number of values in a text: fields and elements, at every depth. Three bytes of JSON
   * can become a message of two hundred bytes, so the size of a text does not bound the memory of
   * its message. A full batch has 1,000 tasks of 500 values each.
   */
  public static final int VALUES_MAX = 500_000;

  /** Number of digits up to which comparing a number with its double is as cheap as reading it. */
  private static final int DIGITS_CHEAP = 40;

  /**
   * Maximum number of digits of all longer numbers of a text together, written without exponents.
   * 5e-324 has six characters, and is compared as a number of a thousand digits.
   */
  static final int LONG_DIGITS_MAX = 2_000_000;

  private static final JsonFactory STRICT =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
          .build();

  private final JsonParser in;
  private final Violations violations;

  /** Set if the last payload has a number that a double cannot represent. */
  private boolean hasLostDigits;

  private int values;
  private long longDigits;

  private JsonBody(JsonParser in, Violations violations) {
    this.in = in;
    this.violations = violations;
  }

  /**
   * Checks a body.
   *
   * @param fromPath values of the fields in the path; the body may repeat these values, but not
   *     change them
   * @return number of values in the text
   * @throws UnreadableJsonException if the text is not one JSON object, or has too many values
   */
  public static int check(
      byte[] text, Descriptor message, Map<String, String> fromPath, Violations violations)
      throws UnreadableJsonException {
    return read(text, violations, body -> body.document(message, fromPath));
  }

  /**
   * Checks a payload, which may be any JSON value.
   *
   * @throws UnreadableJsonException if the text is not exactly one JSON value
   */
  public static void checkValue(byte[] text) throws UnreadableJsonException {
    int unused = read(text, new Violations(), JsonBody::anyValue);
  }

  private interface Reading {
    void of(JsonBody body) throws IOException;
  }

  private static int read(byte[] text, Violations violations, Reading reading)
      throws UnreadableJsonException {
    Utf8.require(text);
    try (var parser = STRICT.createParser(text)) {
      var body = new JsonBody(parser, violations);
      try {
        reading.of(body);
        return body.values;
      } catch (JsonProcessingException e) {
        throw UnreadableJsonException.of(e, parser.currentLocation());
      }
    } catch (UnreadableJsonException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory", e);
    }
  }

  /** Goes to the next token. */
  private @Nullable JsonToken next() throws IOException {
    var token = in.nextToken();
    if (token != null && token != JsonToken.FIELD_NAME && !token.isStructEnd()) {
      values++;
      if (values > VALUES_MAX) {
        throw unreadable(
            "it has more than %d values (expected: at most %d; send it in parts, and large JSON payloads as data)"
                .formatted(VALUES_MAX, VALUES_MAX));
      }
    }
    return token;
  }

  private void document(Descriptor message, Map<String, String> fromPath) throws IOException {
    if (next() != JsonToken.START_OBJECT) {
      throw unreadable("it is not a JSON object");
    }
    object(message, "", fromPath);
    if (next() != null) {
      throw unreadable("there is text after the JSON document");
    }
  }

  private void anyValue() throws IOException {
    if (next() == null) {
      throw unreadable("there is no JSON value");
    }
    skip();
    if (next() != null) {
      throw unreadable("there is text after the JSON value");
    }
  }

  private void object(Descriptor message, String path, Map<String, String> fromPath)
      throws IOException {
    var seen = new HashSet<FieldDescriptor>();
    var oneofs = new HashMap<OneofDescriptor, FieldDescriptor>();
    while (next() != JsonToken.END_OBJECT) {
      var name = in.currentName();
      next();
      var found = JsonFields.find(message, name);
      if (found.isEmpty()) {
        JsonFields.unknown(message, path, name, violations);
        skip();
        continue;
      }
      var field = found.get();
      var at = path + field.getJsonName();
      if (!seen.add(field)) {
        violations.add(at, "given twice", "once");
      }
      var oneof = field.getRealContainingOneof();
      var other = oneof == null || isAbsent(field) ? null : oneofs.putIfAbsent(oneof, field);
      if (other != null && !other.equals(field)) {
        violations.add(
            at,
            "given together with " + other.getJsonName(),
            other.getJsonName() + " or " + field.getJsonName() + ", not both");
      }
      var inPath = fromPath.get(field.getName());
      if (inPath != null && in.currentToken() == JsonToken.VALUE_STRING) {
        JsonFields.requireAsInPath(at, in.getText(), inPath, violations);
      }
      field(field, at);
    }
  }

  private void field(FieldDescriptor field, String path) throws IOException {
    if (isAbsent(field)) {
      return;
    }
    if (field.isMapField()) {
      if (is(JsonToken.START_OBJECT, path, "an object")) {
        var value = field.getMessageType().findFieldByName("value");
        while (next() != JsonToken.END_OBJECT) {
          var at = path + "[" + JsonFields.printable(in.currentName()) + "]";
          next();
          element(value, at);
        }
      }
    } else if (field.isRepeated()) {
      if (is(JsonToken.START_ARRAY, path, "an array")) {
        for (int i = 0; next() != JsonToken.END_ARRAY; i++) {
          element(field, path + "[" + i + "]");
        }
      }
    } else {
      value(field, path);
    }
  }

  private void element(FieldDescriptor field, String path) throws IOException {
    if (isAbsent(field)) {
      violations.add(path, "null", JsonFields.expected(field));
    } else {
      value(field, path);
    }
  }

  private void value(FieldDescriptor field, String path) throws IOException {
    if (isPayload(field)) {
      hasLostDigits = false;
      if (skip() > PAYLOAD_DEPTH_MAX) {
        violations.add(path, "nested too deeply", "at most " + PAYLOAD_DEPTH_MAX + " levels");
      }
      if (hasLostDigits) {
        violations.add(
            path,
            "a number with more digits than a double can represent",
            "integers up to 2^53; larger numbers as strings, or the payload as data");
      }
    } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && !JsonFields.isWrittenAsText(field)) {
      if (is(JsonToken.START_OBJECT, path, "an object")) {
        object(field.getMessageType(), path + ".", Map.of());
      }
    } else if (in.currentToken().isScalarValue()) {
      var text = in.getText();
      if (!JsonFields.accepts(field, in.currentToken(), text)) {
        boolean payload = field.getJavaType() == FieldDescriptor.JavaType.BYTE_STRING;
        violations.add(path, payload ? "another string" : text, JsonFields.expected(field));
      }
    } else {
      violations.add(path, kind(), JsonFields.expected(field));
      skip();
    }
  }

  private boolean is(JsonToken token, String path, String expected) throws IOException {
    if (in.currentToken() == token) {
      return true;
    }
    violations.add(path, kind(), expected);
    skip();
    return false;
  }

  /** Returns whether JSON null means that the field is absent. In a payload, null is a value. */
  private boolean isAbsent(FieldDescriptor field) {
    return in.currentToken() == JsonToken.VALUE_NULL && !isPayload(field);
  }

  private static boolean isPayload(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && field.getMessageType().equals(Value.getDescriptor());
  }

  private String kind() {
    return switch (in.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NULL -> "null";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> "a number";
    };
  }

  /**
   * Skips the current value, which must still be JSON with numbers that a double can represent.
   *
   * @return depth of its nesting; 0 for a scalar
   */
  private int skip() throws IOException {
    int depth = 0;
    int deepest = 0;
    do {
      var token = in.currentToken();
      if (token == null) {
        return deepest;
      }
      if (token.isStructStart()) {
        depth++;
        deepest = Math.max(deepest, depth);
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token.isNumeric()
          && Double.isInfinite(NumberInput.parseDouble(in.getText(), true))) {
        throw unreadable("a number is too large");
      } else if (token.isNumeric()) {
        var number = in.getDecimalValue();
        count(number);
        hasLostDigits |= !JsonValues.isKept(number);
      } else if (token == JsonToken.VALUE_STRING) {
        in.getTextLength();
      }
      if (depth > 0) {
        next();
      }
    } while (depth > 0);
    return deepest;
  }

  private void count(BigDecimal number) throws UnreadableJsonException {
    long digits = Math.max(number.precision(), Math.abs((long) number.scale()));
    if (digits > DIGITS_CHEAP) {
      // The double of a number with more zeros is 0, which costs nothing to compare.
      longDigits += Math.min(digits, StreamReadConstraints.DEFAULT_MAX_NUM_LEN);
    }
    if (longDigits > LONG_DIGITS_MAX) {
      throw unreadable(
          "its numbers of more than %d digits have more than %d digits together, written without exponents (expected: at most as many; send large JSON payloads as data)"
              .formatted(DIGITS_CHEAP, LONG_DIGITS_MAX));
    }
  }

  private UnreadableJsonException unreadable(String complaint) {
    boolean atEnd = in.currentToken() == null;
    return new UnreadableJsonException(
        complaint, atEnd ? in.currentLocation() : in.currentTokenLocation());
  }
}
