package dev.atf.store.dynamodb.item;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.codec.LambdaRowCodec;
import dev.atf.store.stored.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Item of a lambda: an attribute for each field of its stored message, with the field's name in
 * JSON. A field of a nested message has the names of both, such as {@code canaryEvery}. Whole
 * numbers and the time of a deletion are numbers. Other times, durations, and numbers that may have
 * fractions are texts, which keep the exact value.
 *
 * <p>A field without presence always has its attribute, and so have the times and durations that
 * every lambda has. An item that lacks one of them cannot be read.
 */
public final class LambdaItem {
  /** Time of the deletion of a lambda. */
  public static final String DELETED_AT = "deletedAt";

  /**
   * Names of all attributes. An update compares all of them with the attributes that its caller has
   * read.
   */
  public static final List<String> ATTRIBUTES = names("", Stored.Lambda.getDescriptor()).toList();

  private LambdaItem() {}

  public static Map<String, AttributeValue> of(LambdaRegistry.Row row) {
    var item = new ItemWriter();
    write(LambdaRowCodec.write(row), "", item);
    return item.build();
  }

  public static LambdaRegistry.Row read(Map<String, AttributeValue> attributes) {
    var message = Stored.Lambda.newBuilder();
    read(new ItemReader(attributes), "", message);
    return LambdaRowCodec.read(message.build());
  }

  private static Stream<String> names(String prefix, Descriptor type) {
    return type.getFields().stream()
        .flatMap(
            field ->
                isNested(field)
                    ? names(name(prefix, field), field.getMessageType())
                    : Stream.of(name(prefix, field)));
  }

  private static String name(String prefix, FieldDescriptor field) {
    var name = field.getJsonName();
    return prefix.isEmpty()
        ? name
        : prefix + Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** Returns whether the fields of a field's message are attributes. */
  private static boolean isNested(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && !field.isMapField()
        && field.getMessageType().getFile().equals(Stored.getDescriptor());
  }

  private static void write(Message message, String prefix, ItemWriter item) {
    for (var field : message.getDescriptorForType().getFields()) {
      var name = name(prefix, field);
      if (field.hasPresence() && !message.hasField(field)) {
        continue;
      }
      if (isNested(field)) {
        write((Message) message.getField(field), name, item);
      } else if (field.isMapField()) {
        var weights = ((Stored.Fairness) message).getWeightsMap().entrySet().stream();
        item.texts(name, weights.map(each -> each.getValue() + "=" + each.getKey()).toList());
      } else if (field.isRepeated()) {
        var texts = (List<?>) message.getField(field);
        item.texts(name, texts.stream().map(Object::toString).toList());
      } else {
        item.put(name, attribute(name, field, message.getField(field)));
      }
    }
  }

  private static AttributeValue attribute(String name, FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case INT -> ItemWriter.number((int) value);
      case LONG -> ItemWriter.text(Duration.ofMillis((long) value).toString());
      case DOUBLE, STRING -> ItemWriter.text(value.toString());
      case ENUM -> ItemWriter.text(((EnumValueDescriptor) value).getName());
      case BYTE_STRING ->
          AttributeValue.fromB(SdkBytes.fromByteArray(((ByteString) value).toByteArray()));
      case MESSAGE -> {
        if (name.equals(DELETED_AT)) {
          yield ItemWriter.millis(LambdaRowCodec.instant((Timestamp) value));
        }
        yield ItemWriter.text(
            value instanceof Timestamp at
                ? LambdaRowCodec.instant(at).toString()
                : LambdaRowCodec.duration((com.google.protobuf.Duration) value).toString());
      }
      case FLOAT, BOOLEAN -> throw new IllegalStateException(field + " has no attribute");
    };
  }

  private static void read(ItemReader item, String prefix, Message.Builder message) {
    for (var field : message.getDescriptorForType().getFields()) {
      var name = name(prefix, field);
      if (isNested(field)) {
        // The first field of a nested message is its identity.
        if (item.has(name(name, field.getMessageType().findFieldByNumber(1)))) {
          read(item, name, message.getFieldBuilder(field));
        }
        continue;
      }
      if ((field.isRepeated() || field.hasPresence()) && !item.has(name)) {
        continue;
      }
      if (field.isMapField()) {
        for (var weight : item.texts(name)) {
          var parts = weight.split("=", 2);
          ((Stored.Fairness.Builder) message).putWeights(parts[1], Integer.parseInt(parts[0]));
        }
      } else if (field.isRepeated()) {
        item.texts(name).forEach(text -> message.addRepeatedField(field, text));
      } else {
        message.setField(field, value(item, name, field));
      }
    }
  }

  private static Object value(ItemReader item, String name, FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case INT -> item.count(name);
      case LONG -> Duration.parse(item.text(name)).toMillis();
      case DOUBLE -> Double.parseDouble(item.text(name));
      case STRING -> item.text(name);
      case ENUM ->
          Optional.ofNullable(field.getEnumType().findValueByName(item.text(name)))
              .orElseThrow(() -> new IllegalStateException(name + " is of a later version"));
      case BYTE_STRING -> ByteString.copyFrom(item.bytes(name));
      case MESSAGE -> {
        if (name.equals(DELETED_AT)) {
          yield LambdaRowCodec.timestamp(item.millis(name));
        }
        yield field.getMessageType().equals(Timestamp.getDescriptor())
            ? LambdaRowCodec.timestamp(Instant.parse(item.text(name)))
            : LambdaRowCodec.duration(Duration.parse(item.text(name)));
      }
      case FLOAT, BOOLEAN -> throw new IllegalStateException(field + " has no attribute");
    };
  }
}
