package dev.atf.runtime;

/** Settings with which a process must not start; the message tells what to write instead. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }
}
