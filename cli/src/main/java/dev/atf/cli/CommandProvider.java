package dev.atf.cli;

import java.util.List;

/**
 * Provider of more commands of {@code atf}, found by {@link java.util.ServiceLoader} in the jars
 * beside the command line's own.
 */
public interface CommandProvider {
  /** Returns the commands; one that follows another of them stands behind that one. */
  List<ProvidedCommand> commands();
}
