package dev.atf.executor;

import dev.atf.runtime.config.ConfigException;
import java.util.Collection;

/** Thrown when the setting {@code lambda} names a lambda that this program has no handler for. */
public final class HandlerMissingException extends ConfigException {
  private static final long serialVersionUID = 1;

  public HandlerMissingException(String lambda, Collection<String> handled) {
    super("lambda: " + lambda + " (expected: one of " + handled + ")");
  }
}
