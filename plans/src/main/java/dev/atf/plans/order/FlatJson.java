package dev.atf.plans.order;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * JSON object whose values are all text that needs no escaping: ids, names, numbers. The model
 * needs no library for it.
 */
final class FlatJson {
  private static final String BETWEEN = "\":\"";
  private static final char DELETE = 0x7f;

  private final Map<String, String> values = new LinkedHashMap<>();

  static FlatJson read(String text) {
    var json = new FlatJson();
    int open = text.indexOf('"');
    while (open >= 0) {
      int nameEnd = text.indexOf('"', open + 1);
      int value = nameEnd + BETWEEN.length();
      int end = nameEnd >= 0 && text.startsWith(BETWEEN, nameEnd) ? text.indexOf('"', value) : -1;
      if (end >= 0) {
        json.values.put(text.substring(open + 1, nameEnd), text.substring(value, end));
      }
      open = text.indexOf('"', (end >= 0 ? end : open) + 1);
    }
    return json;
  }

  FlatJson put(String name, Object value) {
    var text = value.toString();
    if (!text.chars().allMatch(FlatJson::isPlain)) {
      throw new IllegalArgumentException(name + " would need to be escaped");
    }
    values.put(name, text);
    return this;
  }

  private static boolean isPlain(int each) {
    return each >= ' ' && each != DELETE && each != '"' && each != '\\';
  }

  /** Adds the value; an empty one writes nothing. */
  FlatJson put(String name, Optional<?> value) {
    value.ifPresent(present -> put(name, present));
    return this;
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  String get(String name) {
    return find(name).orElseThrow(() -> new IllegalStateException("no " + name));
  }

  long number(String name) {
    return Long.parseLong(get(name));
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    values.forEach(
        (name, value) ->
            text.append(text.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append("\":\"")
                .append(value)
                .append('"'));
    return text.append('}').toString();
  }
}
