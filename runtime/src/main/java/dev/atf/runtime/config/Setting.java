package dev.atf.runtime.config;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Effective setting of a service.
 *
 * @param owner record with the setting
 * @param component name of the setting in the record
 * @param key name in a file, with groups and name joined by dots
 * @param variable name in the environment
 * @param value value as written in a file; possible credentials are masked
 * @param defaultValue default value in the same form
 */
public record Setting(
    Class<? extends Record> owner,
    String component,
    String key,
    String variable,
    JsonNode value,
    JsonNode defaultValue,
    SettingSource source) {

  /** Returns whether the value differs from the default, for any source. */
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
