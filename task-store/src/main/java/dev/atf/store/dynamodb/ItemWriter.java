package dev.atf.store.dynamodb;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item being made. What is null is left out. */
final class ItemWriter {
  private final Map<String, AttributeValue> item = new LinkedHashMap<>();

  ItemWriter text(String name, @Nullable String value) {
    return value == null ? this : put(name, text(value));
  }

  ItemWriter number(String name, long value) {
    return put(name, number(value));
  }

  ItemWriter millis(String name, @Nullable Instant value) {
    return value == null ? this : put(name, millis(value));
  }

  ItemWriter seconds(String name, @Nullable Instant value) {
    return value == null ? this : put(name, seconds(value));
  }

  ItemWriter bytes(String name, byte[] value) {
    return put(name, AttributeValue.fromB(SdkBytes.fromByteArray(value)));
  }

  /** The mark is there when it holds, and absent otherwise. */
  ItemWriter mark(String name, boolean holds) {
    return holds ? put(name, mark()) : this;
  }

  ItemWriter put(String name, AttributeValue value) {
    item.put(name, value);
    return this;
  }

  Map<String, AttributeValue> build() {
    return item;
  }

  static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  static AttributeValue millis(Instant value) {
    return number(value.toEpochMilli());
  }

  static AttributeValue seconds(Instant value) {
    return number(value.getEpochSecond());
  }

  static AttributeValue mark() {
    return AttributeValue.fromBool(true);
  }
}
