package dev.atf.runtime.config;

import java.util.List;

/**
 * Thrown when a process must not start with its settings. Lists all problems, one sentence each,
 * which says what is accepted.
 */
public class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  public ConfigException(String message) {
    this(List.of(message));
  }

  /**
   * @param problems one or more
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
