package dev.atf.cli.output;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The option for how much a list shows at most. */
@Command
public final class LimitOption {
  private static final int MAX = 1_000_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number, 1-1,000,000 (default: ${DEFAULT-VALUE}).")
  private int limit = 100;

  /**
   * Returns the limit; one out of range is refused as wrong usage.
   *
   * @param bounds of the command itself, whose usage is shown
   */
  public int get(Bounds bounds) {
    bounds.require("--limit", limit, 1, MAX);
    return limit;
  }
}
