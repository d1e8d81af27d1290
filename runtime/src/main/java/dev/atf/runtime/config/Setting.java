package dev.atf.runtime.config;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One setting of a service as it is in force.
 *
 * @param owner the record that it is a component of
 * @param component its name there
 * @param key its name in a file: groups and name joined by dots
 * @param variable its name in the environment
 * @param value as a file would say it; what may be a credential is not shown
 * @param defaultValue the same of the default
 */
public record Setting(
    Class<? extends Record> owner,
    String component,
    String key,
    String variable,
    JsonNode value,
    JsonNode defaultValue,
    SettingSource source) {

  /** Returns whether the value differs from the default, whatever its source. */
  public boolean changed() {
    return !value.equals(defaultValue);
  }

  public String valueText() {
    return text(value);
  }

  public String defaultText() {
    return text(defaultValue);
  }

  private static String text(JsonNode node) {
    if (node.isArray()) {
      var joined = new StringBuilder();
      node.forEach(element -> joined.append(joined.isEmpty() ? "" : ",").append(text(element)));
      return joined.toString();
    }
    return node.asText();
  }
}
