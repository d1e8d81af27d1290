package dev.atf.store.dynamodb.item;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reader of the attributes of one item, by type. */
public record ItemReader(Map<String, AttributeValue> item) {
  public boolean has(String name) {
    return item.containsKey(name);
  }

  public String text(String name) {
    return required(name).s();
  }

  public <T> @Nullable T textOrNull(String name, Function<String, T> as) {
    var value = item.get(name);
    return value == null ? null : as.apply(value.s());
  }

  public long number(String name) {
    return Long.parseLong(required(name).n());
  }

  public int count(String name) {
    return Integer.parseInt(required(name).n());
  }

  public Instant millis(String name) {
    return Instant.ofEpochMilli(number(name));
  }

  @Nullable Instant millisOrNull(String name) {
    return has(name) ? millis(name) : null;
  }

  Instant seconds(String name) {
    return Instant.ofEpochSecond(number(name));
  }

  public @Nullable Instant secondsOrNull(String name) {
    return has(name) ? seconds(name) : null;
  }

  public byte[] bytes(String name) {
    var value = required(name);
    if (value.b() == null) {
      throw new IllegalStateException("attribute " + name + " is not binary: " + value.type());
    }
    return value.b().asByteArray();
  }

  List<String> texts(String name) {
    return required(name).l().stream().map(AttributeValue::s).toList();
  }

  @Nullable ItemReader mapOrNull(String name) {
    var value = item.get(name);
    return value == null ? null : new ItemReader(value.m());
  }

  public Map<String, AttributeValue> map(String name) {
    return required(name).m();
  }

  private AttributeValue required(String name) {
    var value = item.get(name);
    if (value == null) {
      throw new IllegalStateException("an item has no " + name + ", only " + item.keySet());
    }
    return value;
  }
}
