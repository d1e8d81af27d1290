package dev.atf.frontend.http.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * JSON schemas of messages in <a href="https://protobuf.dev/programming-guides/json/">proto3's
 * JSON</a>. A message or an enum that is referred to is remembered, so that it is defined once.
 */
final class Schemas {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Names of messages whose own names are too general. */
  private static final Map<Descriptor, String> NAMES =
      Map.of(Status.getDescriptor(), "Error", Any.getDescriptor(), "ErrorDetail");

  /** Messages in the details of an error. No other message contains an {@code Any}. */
  private static final List<Descriptor> ERROR_DETAILS =
      List.of(ErrorInfo.getDescriptor(), BadRequest.getDescriptor(), RetryInfo.getDescriptor());

  private final ProtoComments comments;
  private final Map<String, ObjectNode> defined = new TreeMap<>();

  Schemas(ProtoComments comments) {
    this.comments = comments;
  }

  /** Returns the definitions so far, by name. */
  ObjectNode defined() {
    var all = JSON.objectNode();
    defined.forEach(all::set);
    return all;
  }

  /** Returns the schema of a field's value, with its comment. */
  ObjectNode of(FieldDescriptor field) {
    if (field.isMapField()) {
      var map = JSON.objectNode().put("type", "object");
      map.set("additionalProperties", ofValue(field.getMessageType().findFieldByName("value")));
      return described(map, comments.on(field));
    }
    if (field.isRepeated()) {
      var array = JSON.objectNode().put("type", "array");
      array.set("items", ofValue(field));
      return described(array, comments.on(field));
    }
    return described(ofValue(field), comments.on(field));
  }

  private ObjectNode ofValue(FieldDescriptor field) {
    var schema = JSON.objectNode();
    return switch (field.getJavaType()) {
      case STRING -> schema.put("type", "string");
      case BYTE_STRING -> schema.put("type", "string").put("contentEncoding", "base64");
      case BOOLEAN -> schema.put("type", "boolean");
      case INT -> schema.put("type", "integer").put("format", "int32");
      // It is a string, because many clients read a JSON number as a double.
      case LONG -> schema.put("type", "string").put("format", "int64");
      case FLOAT -> schema.put("type", "number").put("format", "float");
      case DOUBLE -> schema.put("type", "number").put("format", "double");
      case ENUM -> reference(field.getEnumType());
      case MESSAGE -> reference(field.getMessageType());
    };
  }

  /**
   * Returns a reference to a message, or the schema of the message if its JSON is not an object.
   */
  ObjectNode reference(Descriptor message) {
    if (message.equals(Timestamp.getDescriptor())) {
      return JSON.objectNode().put("type", "string").put("format", "date-time");
    }
    if (message.equals(Duration.getDescriptor())) {
      var schema = JSON.objectNode().put("type", "string");
      schema.put("pattern", "^-?[0-9]{1,12}(\\.[0-9]{1,9})?s$");
      schema.putArray("examples").add("30s").add("0.5s");
      return schema;
    }
    if (message.equals(Value.getDescriptor())) {
      return JSON.objectNode();
    }
    var name = NAMES.getOrDefault(message, name(message.getFullName(), message.getFile()));
    if (!defined.containsKey(name)) {
      var schema = JSON.objectNode().put("type", "object");
      // This comes first because of messages that contain themselves.
      defined.put(name, schema);
      define(message, schema);
    }
    return referenceTo(name);
  }

  private void define(Descriptor message, ObjectNode schema) {
    var oneofs =
        message.getRealOneofs().stream().map(Schemas::atMostOne).collect(Collectors.joining(" "));
    var properties = JSON.objectNode();
    if (message.equals(Any.getDescriptor())) {
      described(schema, "One of google.rpc.ErrorInfo, BadRequest and RetryInfo, by its `@type`.");
      properties.putObject("@type").put("type", "string");
      ERROR_DETAILS.forEach(detail -> addFields(detail, properties));
      schema.putArray("required").add("@type");
    } else {
      described(schema, comments.on(message), oneofs);
      addFields(message, properties);
    }
    if (!properties.isEmpty()) {
      schema.set("properties", properties);
    }
  }

  private void addFields(Descriptor message, ObjectNode properties) {
    message.getFields().forEach(field -> properties.set(field.getJsonName(), of(field)));
  }

  private static String atMostOne(OneofDescriptor oneof) {
    return oneof.getFields().stream()
        .map(field -> "`" + field.getJsonName() + "`")
        .collect(Collectors.joining(", ", "At most one of ", "."));
  }

  private ObjectNode reference(EnumDescriptor values) {
    var name = name(values.getFullName(), values.getFile());
    if (!defined.containsKey(name)) {
      var schema = JSON.objectNode().put("type", "string");
      var names = schema.putArray("enum");
      values.getValues().forEach(value -> names.add(value.getName()));
      var meanings =
          values.getValues().stream()
              .filter(value -> !comments.on(value).isEmpty())
              .map(value -> "`%s`: %s".formatted(value.getName(), comments.on(value)))
              .collect(Collectors.joining("\n\n"));
      defined.put(name, described(schema, comments.on(values), meanings));
    }
    return referenceTo(name);
  }

  /** Returns a name without dots, because some generators do not accept dots. */
  private static String name(String fullName, com.google.protobuf.Descriptors.FileDescriptor file) {
    return fullName.substring(file.getPackage().length() + 1).replace(".", "");
  }

  static ObjectNode referenceTo(String schema) {
    return JSON.objectNode().put("$ref", "#/components/schemas/" + schema);
  }

  /** Adds those texts that are not empty as paragraphs. */
  static ObjectNode described(ObjectNode described, String... texts) {
    var text =
        List.of(texts).stream().filter(one -> !one.isEmpty()).collect(Collectors.joining("\n\n"));
    return text.isEmpty() ? described : described.put("description", text);
  }
}
