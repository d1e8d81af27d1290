package dev.atf.cli;

import java.util.List;

/** Main class of {@code ./atf}. */
public final class AtfMain {
  private AtfMain() {}

  public static void main(String[] args) {
    if (args.length > 0 && System.getenv("ATF_LOG") == null) {
      quietLogs(args[0]);
    }
    System.exit(AtfCommand.commandLine(List.of(args)).execute(args));
  }

  /**
   * Sets the log level of a command that shows its progress, or that injects faults and would log
   * too much. It must be called before the first logger is created, because logback.xml reads the
   * level at that time.
   */
  private static void quietLogs(String name) {
    Commands.provided()
        .filter(command -> command.name().equals(name))
        .flatMap(command -> command.logLevel().stream())
        .forEach(
            level -> {
              System.setProperty("ATF_LOG", level);
              System.setProperty("atf.audit.level", "OFF");
            });
  }
}
