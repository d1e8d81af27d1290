package dev.atf.runtime.config;

import java.util.List;

/**
 * Thrown when a process must not start with its settings. The message lists all problems. Each one
 * is a sentence that describes the accepted values.
 */
public class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  public ConfigException(String message) {
    this(List.of(message));
  }

  /**
   * Creates the exception.
   *
   * @param problems one or more sentences
   */
  public ConfigException(List<String> problems) {
    super(
        problems.size() == 1
            ? problems.get(0)
            : problems.size() + " settings are refused:\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
