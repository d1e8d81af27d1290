package dev.atf.cli;

import java.util.List;

/**
 * Provider of additional commands of {@code atf}. {@link java.util.ServiceLoader} finds it in jars
 * on the class path.
 */
public interface CommandProvider {
  /** Returns the commands in the order in which the help lists them. */
  List<ProvidedCommand> commands();
}
