package dev.atf.validation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.model.Payload;
import dev.atf.model.check.InvalidFieldException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * Converts JSON between its two forms: {@code google.protobuf.Value} in calls, and text in the
 * store.
 *
 * <p>Numbers of a Value are doubles. A double that is an integer of at most 53 bits is written as
 * an integer, so that {@code 1} stays {@code 1}. Text with a number that a double cannot represent
 * is never converted to a Value, because the number would change.
 */
public final class JsonValues {
  static final int DEPTH_MAX = JsonBody.PAYLOAD_DEPTH_MAX;

  private static final double EXACT_INTEGER_MAX = 1L << 53;

  /** Number of significant digits that distinguish any two doubles. */
  private static final int DOUBLE_DIGITS_MAX = 17;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonMapper TEXT =
      JsonMapper.builder(
              com.fasterxml.jackson.core.JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();
  private static final JsonMapper SORTED =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  private JsonValues() {}

  /**
   * Converts a Value to JSON.
   *
   * @param field name of the field, for the error
   * @throws InvalidFieldException if the value is nested too deeply, or JSON cannot represent it
   */
  public static JsonNode toJson(String field, Value value) {
    return toJson(field, value, 0);
  }

  private static JsonNode toJson(String field, Value value, int depth) {
    if (depth == DEPTH_MAX && (value.hasStructValue() || value.hasListValue())) {
      throw new InvalidFieldException(
          field, "nested too deeply", "at most " + DEPTH_MAX + " levels");
    }
    return switch (value.getKindCase()) {
      case NULL_VALUE -> NODES.nullNode();
      case BOOL_VALUE -> NODES.booleanNode(value.getBoolValue());
      case NUMBER_VALUE -> number(field, value.getNumberValue());
      case STRING_VALUE -> NODES.textNode(WellFormed.require(field, value.getStringValue()));
      case STRUCT_VALUE -> {
        var object = NODES.objectNode();
        value
            .getStructValue()
            .getFieldsMap()
            .forEach(
                (name, inner) ->
                    object.set(WellFormed.require(field, name), toJson(field, inner, depth + 1)));
        yield object;
      }
      case LIST_VALUE -> {
        var array = NODES.arrayNode();
        for (var inner : value.getListValue().getValuesList()) {
          array.add(toJson(field, inner, depth + 1));
        }
        yield array;
      }
      case KIND_NOT_SET ->
          throw new InvalidFieldException(field, "a Value without a kind", "null for no value");
    };
  }

  private static JsonNode number(String field, double number) {
    if (!Double.isFinite(number)) {
      throw new InvalidFieldException(field, number, "a finite number");
    }
    return isExactInteger(number) ? NODES.numberNode((long) number) : NODES.numberNode(number);
  }

  /** Returns whether the double keeps its value when it is written as an integer. */
  public static boolean isExactInteger(double number) {
    boolean negativeZero = number == 0 && 1 / number < 0;
    return number == Math.rint(number) && Math.abs(number) <= EXACT_INTEGER_MAX && !negativeZero;
  }

  /**
   * Returns whether a double preserves the number: rounded to the same number of digits, the
   * nearest double is the same number. This is the case for all numbers of up to 15 digits within
   * the range of doubles. A number that is so small that it becomes 0 counts as preserved.
   */
  static boolean isKept(BigDecimal number) {
    double nearest = number.doubleValue();
    if (nearest == 0 || !Double.isFinite(nearest)) {
      return nearest == 0;
    }
    var exact = new BigDecimal(nearest);
    if (exact.compareTo(number) == 0) {
      return true;
    }
    // The zeros at the end of a long number are not removed one by one.
    var shortened = number.round(new MathContext(DOUBLE_DIGITS_MAX));
    int digits = shortened.stripTrailingZeros().precision();
    return shortened.compareTo(number) == 0
        && exact.round(new MathContext(digits)).compareTo(number) == 0;
  }

  /** Returns the text, with properties in their original order. */
  public static byte[] text(JsonNode json) {
    return write(TEXT, json);
  }

  /** Returns the same text for the same JSON, regardless of the order of properties. */
  public static byte[] canonicalText(JsonNode json) {
    return write(SORTED, json);
  }

  /** Returns a Value; empty if the text is not JSON, or if a Value would change it. */
  public static Optional<Value> toValue(byte[] text) {
    return tree(text).flatMap(JsonValues::toValue);
  }

  /**
   * Parses a text. The result is empty if the text is not JSON in UTF-8, if it is nested too
   * deeply, or if an object has two properties with the same name, because parsers disagree on
   * their meaning.
   */
  public static Optional<JsonNode> tree(byte[] text) {
    try {
      Utf8.require(text);
      return Optional.of(TEXT.readTree(text)).filter(json -> !json.isMissingNode());
    } catch (JsonProcessingException | UnreadableJsonException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read from memory", e);
    }
  }

  /**
   * Returns a JSON payload as a Value; empty for other payloads, and if a Value would change it.
   */
  static Optional<Value> toValue(Payload payload) {
    return payload.isJson() ? toValue(payload.bytes()) : Optional.empty();
  }

  private static Optional<Value> toValue(JsonNode json) {
    var value = Value.newBuilder();
    switch (json.getNodeType()) {
      case NULL -> value.setNullValue(NullValue.NULL_VALUE);
      case BOOLEAN -> value.setBoolValue(json.booleanValue());
      case STRING -> {
        if (!WellFormed.is(json.textValue())) {
          return Optional.empty();
        }
        value.setStringValue(json.textValue());
      }
      case NUMBER -> {
        double number = json.doubleValue();
        if (!Double.isFinite(number)
            || BigDecimal.valueOf(number).compareTo(json.decimalValue()) != 0) {
          return Optional.empty();
        }
        value.setNumberValue(number);
      }
      case ARRAY -> {
        var list = ListValue.newBuilder();
        for (var inner : json) {
          var item = toValue(inner);
          if (item.isEmpty()) {
            return item;
          }
          list.addValues(item.get());
        }
        value.setListValue(list);
      }
      case OBJECT -> {
        var struct = Struct.newBuilder();
        for (var inner : json.properties()) {
          var item = toValue(inner.getValue());
          if (item.isEmpty() || !WellFormed.is(inner.getKey())) {
            return Optional.empty();
          }
          struct.putFields(inner.getKey(), item.get());
        }
        value.setStructValue(struct);
      }
      case BINARY, MISSING, POJO -> {
        return Optional.empty();
      }
    }
    return Optional.of(value.build());
  }

  private static byte[] write(JsonMapper mapper, JsonNode json) {
    try {
      return mapper.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a JSON tree", e);
    }
  }
}
