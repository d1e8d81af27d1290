package dev.atf.access;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way to fields of a message: {@code a.b} is the field b of each message in a. */
record FieldPath(List<FieldDescriptor> steps) {
  /**
   * @throws IllegalArgumentException if the message has no such field
   */
  static FieldPath of(Descriptor message, String path) {
    var steps = new ArrayList<FieldDescriptor>();
    var at = message;
    for (var name : path.split("\\.", -1)) {
      var field = at.findFieldByName(name);
      if (field == null) {
        throw new IllegalArgumentException(at.getFullName() + " has no field " + name);
      }
      steps.add(field);
      at = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE ? field.getMessageType() : at;
    }
    return new FieldPath(List.copyOf(steps));
  }

  String name() {
    return steps.stream().map(FieldDescriptor::getName).collect(Collectors.joining("."));
  }

  /** Returns all values at the path; an unset field is its default, an unset message has none. */
  List<Object> valuesIn(Message message) {
    var values = Stream.<Object>of(message);
    for (var step : steps) {
      values = values.flatMap(value -> fieldOf((Message) value, step));
    }
    return values.toList();
  }

  private static Stream<Object> fieldOf(Message message, FieldDescriptor field) {
    boolean single = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isRepeated();
    if (single && !message.hasField(field)) {
      return Stream.of();
    }
    return field.isRepeated()
        ? ((List<?>) message.getField(field)).stream().map(value -> (Object) value)
        : Stream.of(message.getField(field));
  }
}
