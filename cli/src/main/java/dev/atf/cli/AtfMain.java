package dev.atf.cli;

import java.util.List;

/** The process behind {@code ./atf}. */
public final class AtfMain {
  private AtfMain() {}

  public static void main(String[] args) {
    QuietLogs.unlessAsked(args);
    System.exit(AtfCommand.commandLine(List.of(args)).execute(args));
  }
}
