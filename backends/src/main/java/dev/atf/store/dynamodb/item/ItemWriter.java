package dev.atf.store.dynamodb.item;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Builder of an item, without null values. */
public final class ItemWriter {
  private final Map<String, AttributeValue> item = new LinkedHashMap<>();

  public ItemWriter text(String name, @Nullable String value) {
    return value == null ? this : put(name, text(value));
  }

  /** Adds a list of texts, unless it is empty. */
  ItemWriter texts(String name, List<String> values) {
    return values.isEmpty()
        ? this
        : put(name, AttributeValue.fromL(values.stream().map(ItemWriter::text).toList()));
  }

  public ItemWriter number(String name, long value) {
    return put(name, number(value));
  }

  public ItemWriter millis(String name, @Nullable Instant value) {
    return value == null ? this : put(name, millis(value));
  }

  public ItemWriter seconds(String name, @Nullable Instant value) {
    return value == null ? this : put(name, seconds(value));
  }

  public ItemWriter bytes(String name, byte @Nullable [] value) {
    return value == null ? this : put(name, AttributeValue.fromB(SdkBytes.fromByteArray(value)));
  }

  /** Adds a mark if a condition holds. */
  public ItemWriter mark(String name, boolean holds) {
    return holds ? put(name, mark()) : this;
  }

  public ItemWriter put(String name, AttributeValue value) {
    item.put(name, value);
    return this;
  }

  public Map<String, AttributeValue> build() {
    return item;
  }

  public static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  public static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  public static AttributeValue millis(Instant value) {
    return number(value.toEpochMilli());
  }

  public static AttributeValue seconds(Instant value) {
    return number(value.getEpochSecond());
  }

  public static AttributeValue mark() {
    return AttributeValue.fromBool(true);
  }
}
