package dev.atf.cli;

import java.util.Optional;
import picocli.CommandLine.Command;

/**
 * Command that a {@link CommandProvider} adds.
 *
 * @param type class with {@link Command}
 * @param after name of the command that it follows in the list of all
 * @param logLevel level of its process's log unless {@code ATF_LOG} sets one; the log of calls is
 *     off with it. Empty: as of other commands
 */
public record ProvidedCommand(Class<?> type, String after, Optional<String> logLevel) {
  /**
   * Checks that the class is a command.
   *
   * @throws IllegalArgumentException if it is none
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
