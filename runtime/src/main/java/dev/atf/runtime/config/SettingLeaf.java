package dev.atf.runtime.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One setting while it is read: its default, and the last that was said over it. */
final class SettingLeaf {
  /** Longer ones mean nothing here and overflow the nanoseconds of the clocks. */
  private static final Duration DURATION_MAX = Duration.ofDays(365);

  private static final ObjectMapper JSON = ConfigMapper.json();

  private final String key;
  private final String variable;
  private final Type type;
  private final Object defaultValue;
  private @Nullable JsonNode said;
  private SettingSource source = SettingSource.DEFAULT;

  SettingLeaf(String key, String variable, Type type, Object defaultValue) {
    this.key = key;
    this.variable = variable;
    this.type = type;
    this.defaultValue = defaultValue;
  }

  String variable() {
    return variable;
  }

  void sayInFile(JsonNode value, SettingSource.InFile where) {
    said = value;
    source = where;
  }

  /** Lists are separated by commas there. */
  void sayInEnvironment(String value) {
    source = new SettingSource.InEnvironment(variable);
    if (!(defaultValue instanceof Collection)) {
      said = JsonNodeFactory.instance.textNode(value);
      return;
    }
    var list = JsonNodeFactory.instance.arrayNode();
    for (var part : value.split(",", -1)) {
      if (!part.isBlank()) {
        list.add(part.strip());
      }
    }
    said = list;
  }

  /** What was said, or the default; also the default, and a problem, if that cannot be read. */
  Object value(List<String> problems) {
    if (said == null) {
      return defaultValue;
    }
    try {
      return defaultValue instanceof Duration ? duration(said) : read(said);
    } catch (ConfigException e) {
      problems.add(key + ": " + e.getMessage());
      return defaultValue;
    }
  }

  Setting inForce(Class<? extends Record> owner, String component, Object value) {
    return new Setting(
        owner, component, key, variable, shown(key, value), shown(key, defaultValue), source);
  }

  private static JsonNode shown(String key, Object value) {
    var tree = JSON.<JsonNode>valueToTree(value);
    if (Secrets.isNamed(key) && !tree.asText().isEmpty()) {
      return JsonNodeFactory.instance.textNode(Secrets.HIDDEN);
    }
    return tree.isTextual()
        ? JsonNodeFactory.instance.textNode(Secrets.hideIn(tree.asText()))
        : tree;
  }

  private static Duration duration(JsonNode written) {
    var duration = Durations.parse(text(written));
    if (duration.abs().compareTo(DURATION_MAX) > 0) {
      throw new ConfigException(text(written) + " (expected: at most 365d)");
    }
    return duration;
  }

  private Object read(JsonNode written) {
    try {
      Object read = JSON.treeToValue(written, JSON.constructType(type));
      if (read != null) {
        return read;
      }
    } catch (JsonProcessingException e) {
      // The same answer as for what reads as nothing.
    }
    throw new ConfigException(text(written) + " (expected: " + expected() + ")");
  }

  private String expected() {
    if (defaultValue instanceof Collection) {
      return "a list";
    }
    if (defaultValue instanceof Boolean) {
      return "true or false";
    }
    if (defaultValue instanceof Integer || defaultValue instanceof Long) {
      return "a whole number";
    }
    if (defaultValue instanceof Number) {
      return "a number";
    }
    return defaultValue instanceof Enum<?> constant
        ? "one of " + List.of(constant.getDeclaringClass().getEnumConstants())
        : "text";
  }

  private static String text(JsonNode node) {
    return node.isValueNode() ? node.asText() : node.toString();
  }
}
