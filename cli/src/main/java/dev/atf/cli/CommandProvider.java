package dev.atf.cli;

import java.util.List;

/**
 * Provider of additional commands of {@code atf}. {@link java.util.ServiceLoader} finds it in jars
 * on the class path.
 */
public interface CommandProvider {
  /** Returns the commands. A command that follows another one of this provider comes after it. */
  List<ProvidedCommand> commands();
}
