package dev.atf.local.settings;

import dev.atf.runtime.config.Setting;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;

/**
 * Descriptions of settings, one line each. They are generated from the Javadoc of the settings
 * records. A test fails if the list is outdated or a line is missing.
 */
public final class SettingDescriptions {
  static final String RESOURCE = "settings.properties";

  private final Properties lines;

  private SettingDescriptions(Properties lines) {
    this.lines = lines;
  }

  public static SettingDescriptions load() {
    var lines = new Properties();
    try (var resource = SettingDescriptions.class.getResourceAsStream(RESOURCE)) {
      lines.load(
          new InputStreamReader(
              Objects.requireNonNull(resource, RESOURCE), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SettingDescriptions(lines);
  }

  public String of(Setting setting) {
    return lines.getProperty(key(setting.owner(), setting.component()), "");
  }

  static String key(Class<? extends Record> owner, String component) {
    return owner.getSimpleName() + "." + component;
  }
}
