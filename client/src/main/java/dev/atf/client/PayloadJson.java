package dev.atf.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.math.BigDecimal;

/** Reads and writes payloads, items and results as JSON with the client's mapper. */
record PayloadJson(ObjectMapper mapper) {
  /**
   * Writes JSON as bytes, not as a {@link Value}, which would turn every number into a double.
   *
   * @throws IllegalArgumentException if the mapper cannot write it
   */
  ByteString bytes(Object payload) {
    try {
      return ByteString.copyFrom(mapper.writeValueAsBytes(payload));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the payload cannot be written as JSON: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Writes the items of a fan-out as a {@link Value}, because the protocol has no bytes field for
   * them.
   *
   * @throws IllegalArgumentException if an item has a number that a double would change
   */
  Value value(Object payload) {
    return value(mapper.<JsonNode>valueToTree(payload));
  }

  private static Value value(JsonNode tree) {
    var value = Value.newBuilder();
    return switch (tree.getNodeType()) {
      case BOOLEAN -> value.setBoolValue(tree.booleanValue()).build();
      case NUMBER -> value.setNumberValue(number(tree)).build();
      case STRING, BINARY -> value.setStringValue(tree.asText()).build();
      case ARRAY -> {
        var list = ListValue.newBuilder();
        tree.forEach(item -> list.addValues(value(item)));
        yield value.setListValue(list).build();
      }
      case OBJECT -> {
        var fields = Struct.newBuilder();
        tree.properties()
            .forEach(field -> fields.putFields(field.getKey(), value(field.getValue())));
        yield value.setStructValue(fields).build();
      }
      case NULL, MISSING -> value.setNullValue(NullValue.NULL_VALUE).build();
      case POJO -> throw new IllegalArgumentException("not written as JSON: " + tree);
    };
  }

  private static double number(JsonNode tree) {
    double number = tree.doubleValue();
    if (tree.isIntegralNumber() && new BigDecimal(number).compareTo(tree.decimalValue()) != 0) {
      throw new IllegalArgumentException(
          "item: %s (expected: an integer up to 2^53, or a text)".formatted(tree));
    }
    // 1.10 is not exactly the nearest double, but is written and read as it.
    if (tree.isBigDecimal() && !isWrittenAs(number, tree.decimalValue())) {
      throw new IllegalArgumentException(
          "item: %s (expected: a number that a double holds, or a text)".formatted(tree));
    }
    return number;
  }

  private static boolean isWrittenAs(double number, BigDecimal decimal) {
    return Double.isFinite(number) && BigDecimal.valueOf(number).compareTo(decimal) == 0;
  }

  JsonNode tree(Value value) {
    var nodes = mapper.getNodeFactory();
    return switch (value.getKindCase()) {
      case NULL_VALUE, KIND_NOT_SET -> nodes.nullNode();
      case BOOL_VALUE -> nodes.booleanNode(value.getBoolValue());
      case STRING_VALUE -> nodes.textNode(value.getStringValue());
      case NUMBER_VALUE -> {
        double number = value.getNumberValue();
        boolean integral = number == Math.rint(number) && Math.abs(number) <= 1L << 53;
        yield integral ? nodes.numberNode((long) number) : nodes.numberNode(number);
      }
      case STRUCT_VALUE -> {
        var object = nodes.objectNode();
        value
            .getStructValue()
            .getFieldsMap()
            .forEach((name, inner) -> object.set(name, tree(inner)));
        yield object;
      }
      case LIST_VALUE -> {
        var array = nodes.arrayNode();
        value.getListValue().getValuesList().forEach(inner -> array.add(tree(inner)));
        yield array;
      }
    };
  }
}
