package dev.atf.runtime.config;

import java.nio.file.Path;

/** Where the value of a setting was taken from. Reads as a person would say it. */
public sealed interface SettingSource {
  SettingSource DEFAULT = new Default();

  /** Nobody said anything. */
  record Default() implements SettingSource {
    @Override
    public String toString() {
      return "default";
    }
  }

  /**
   * @param key as it stands there, groups and names joined by dots
   */
  record InFile(Path file, String key) implements SettingSource {
    @Override
    public String toString() {
      return file + ": " + key;
    }
  }

  /** A variable of the process. */
  record InEnvironment(String variable) implements SettingSource {
    @Override
    public String toString() {
      return variable;
    }
  }
}
