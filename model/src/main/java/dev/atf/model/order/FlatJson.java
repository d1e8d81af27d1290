package dev.atf.model.order;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A JSON object whose values are all text without anything to escape: ids, names, numbers. The
 * model needs no library for it.
 */
final class FlatJson {
  private static final Pattern PAIR = Pattern.compile("\"([^\"]*)\":\"([^\"]*)\"");
  private static final Pattern PLAIN = Pattern.compile("[^\"\\\\\\p{Cntrl}]*");

  private final Map<String, String> values = new LinkedHashMap<>();

  static FlatJson read(String text) {
    var json = new FlatJson();
    var matcher = PAIR.matcher(text);
    while (matcher.find()) {
      json.values.put(matcher.group(1), matcher.group(2));
    }
    return json;
  }

  FlatJson put(String name, Object value) {
    var text = value.toString();
    if (!PLAIN.matcher(text).matches()) {
      throw new IllegalArgumentException(name + " would need to be escaped");
    }
    values.put(name, text);
    return this;
  }

  /** Writes nothing for what is absent. */
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
