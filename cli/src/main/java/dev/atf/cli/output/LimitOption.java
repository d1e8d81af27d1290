package dev.atf.cli.output;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Option that limits the length of a list. */
@Command
public final class LimitOption {
  private static final int MAX = 1_000_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number, 1-1,000,000 (default: ${DEFAULT-VALUE}).")
  private int limit = 100;

  /**
   * Returns the limit, and refuses a limit outside of its range.
   *
   * @param bounds bounds of the command, whose usage is shown on an error
   */
  public int get(Bounds bounds) {
    bounds.require("--limit", limit, 1, MAX);
    return limit;
  }
}
