package dev.atf.runtime.config;

import java.util.List;

/**
 * Effective settings of one service: as records for the service, and as single settings for
 * display.
 *
 * @param all every setting, in the order of the records' components
 */
public record EffectiveSettings(List<Record> records, List<Setting> all) {
  public EffectiveSettings {
    records = List.copyOf(records);
    all = List.copyOf(all);
  }

  /**
   * Returns the record of a type.
   *
   * @throws IllegalArgumentException if no such record was read
   */
  public <T extends Record> T of(Class<T> type) {
    return records.stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + type));
  }
}
