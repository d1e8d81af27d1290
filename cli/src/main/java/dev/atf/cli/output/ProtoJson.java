package dev.atf.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;

/**
 * Writes messages as proto3 JSON, with integers written as integers, so that a payload's 1 does not
 * become 1.0.
 */
public record ProtoJson(JsonFormat.Printer printer) {
  /** Bound above which a double cannot represent every integer. */
  private static final double WHOLE_MAX = 1L << 53;

  /**
   * Parser that is created when the first document is printed, because most commands print none.
   */
  private static final class Parser {
    private static final ObjectMapper JSON = new ObjectMapper();
  }

  public String pretty(MessageOrBuilder message) {
    return tree(message).toPrettyString();
  }

  public String compact(MessageOrBuilder message) {
    return tree(message).toString();
  }

  public JsonNode tree(MessageOrBuilder message) {
    try {
      return whole(Parser.JSON.readTree(printer.print(message)));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode whole(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(property -> property.setValue(whole(property.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, whole(array.get(i)));
      }
    } else if (node.isDouble()
        && node.doubleValue() == Math.rint(node.doubleValue())
        && Math.abs(node.doubleValue()) <= WHOLE_MAX) {
      return LongNode.valueOf(node.longValue());
    }
    return node;
  }
}
