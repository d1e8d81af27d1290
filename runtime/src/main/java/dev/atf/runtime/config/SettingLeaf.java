package dev.atf.runtime.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Setting while it is read: its default, and the latest value that overrides it. */
final class SettingLeaf {
  /**
   * Maximum duration of a setting. A longer one is a mistake, and could overflow the nanoseconds of
   * the clocks.
   */
  private static final Duration DURATION_MAX = Duration.ofDays(365);

  private static final ObjectMapper JSON = mapper();

  private final String key;
  private final String variable;
  private final Type type;
  private final Object defaultValue;
  private @Nullable JsonNode given;
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
    given = value;
    source = where;
  }

  /** Sets the value of an environment variable, where lists are separated by commas. */
  void setFromEnvironment(String value) {
    source = new SettingSource.InEnvironment(variable);
    if (!(defaultValue instanceof Collection)) {
      given = JsonNodeFactory.instance.textNode(value);
      return;
    }
    var list = JsonNodeFactory.instance.arrayNode();
    for (var part : value.split(",", -1)) {
      if (!part.isBlank()) {
        list.add(part.strip());
      }
    }
    given = list;
  }

  /**
   * Returns the value that was read, or the default. If the value cannot be parsed, a problem is
   * added, and the default is returned.
   */
  Object value(List<String> problems) {
    if (given == null) {
      return defaultValue;
    }
    try {
      return defaultValue instanceof Duration ? duration(given) : read(given);
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
      // Falls through to the message for values that cannot be parsed.
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

  /** Returns a mapper for settings files, where durations are written {@code 2s}. */
  private static ObjectMapper mapper() {
    var durations = new SimpleModule();
    durations.addSerializer(Duration.class, new DurationWriter());
    return JsonMapper.builder()
        .addModule(durations)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .build();
  }

  private static final class DurationWriter extends StdSerializer<Duration> {
    private static final long serialVersionUID = 1L;

    DurationWriter() {
      super(Duration.class);
    }

    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(Durations.text(value));
    }
  }
}
