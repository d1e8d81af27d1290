package dev.atf.cli;

import java.util.Optional;
import picocli.CommandLine.Command;

/**
 * Command that a {@link CommandProvider} adds.
 *
 * @param type class with {@link Command}
 * @param after name of the command that it follows in the list of all commands
 * @param logLevel log level of the command unless {@code ATF_LOG} sets one. With such a level,
 *     calls are not logged. Empty for the level of other commands
 */
public record ProvidedCommand(Class<?> type, String after, Optional<String> logLevel) {
  /**
   * Checks that the class is a command.
   *
   * @throws IllegalArgumentException if the class is not a command
   */
  public ProvidedCommand {
    if (!type.isAnnotationPresent(Command.class)) {
      throw new IllegalArgumentException(type + " has no @Command");
    }
  }

  String name() {
    return type.getAnnotation(Command.class).name();
  }
}
