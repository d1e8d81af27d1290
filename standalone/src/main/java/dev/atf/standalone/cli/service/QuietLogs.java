package dev.atf.standalone.cli.service;

import java.util.Set;

/**
 * Commands that show progress log only warnings, and no calls to the services that they start;
 * {@code ATF_LOG=INFO} in the environment wins.
 */
public final class QuietLogs {
  private static final Set<String> WITH_PROGRESS = Set.of("demo", "bench");

  private static final Set<String> UNDER_FAULTS = Set.of("simulate", "chaos");

  private QuietLogs() {}

  /**
   * Sets the log level; must be called before the first logger is made, when logback.xml reads it.
   */
  public static void unlessAsked(String... args) {
    boolean asked = System.getenv("ATF_LOG") != null;
    if (asked || args.length == 0) {
      return;
    }
    if (UNDER_FAULTS.contains(args[0])) {
      // Faults are expected here, and so are their logs.
      quiet("OFF");
    } else if (WITH_PROGRESS.contains(args[0])) {
      quiet("WARN");
    }
  }

  private static void quiet(String level) {
    System.setProperty("ATF_LOG", level);
    System.setProperty("atf.audit.level", "OFF");
  }
}
