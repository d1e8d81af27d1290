package dev.atf.runtime.config;

import java.nio.file.Path;

/** Source of a setting's value. {@code toString} describes it to people. */
public sealed interface SettingSource {
  SettingSource DEFAULT = new Default();

  /** Default value, because the setting was not given. */
  record Default() implements SettingSource {
    @Override
    public String toString() {
      return "default";
    }
  }

  /**
   * Value of a settings file.
   *
   * @param key key in the file, with groups and name joined by dots
   */
  record InFile(Path file, String key) implements SettingSource {
    @Override
    public String toString() {
      return file + ": " + key;
    }
  }

  /** Value of an environment variable of the process. */
  record InEnvironment(String variable) implements SettingSource {
    @Override
    public String toString() {
      return variable;
    }
  }
}
