package dev.atf.cli;

/**
 * Level of the log of a command that shows its progress, or under whose faults much would be
 * logged; {@code ATF_LOG=INFO} in the environment wins.
 */
final class QuietLogs {
  private QuietLogs() {}

  /**
   * Sets the log level; must be called before the first logger is made, when logback.xml reads it.
   */
  static void unlessAsked(String... args) {
    boolean asked = System.getenv("ATF_LOG") != null;
    if (asked || args.length == 0) {
      return;
    }
    Commands.provided()
        .filter(command -> command.name().equals(args[0]))
        .flatMap(command -> command.logLevel().stream())
        .forEach(QuietLogs::quiet);
  }

  private static void quiet(String level) {
    System.setProperty("ATF_LOG", level);
    System.setProperty("atf.audit.level", "OFF");
  }
}
