package dev.atf.lab.cli;

import dev.atf.cli.output.Bounds;
import dev.atf.lab.bench.keys.KeySizes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Amount of work in the workload of ordering keys. */
@Command
final class KeyOptions {
  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "10000",
      description = "keys: ordering keys of a phase (default: ${DEFAULT-VALUE}).")
  private int keys;

  @Option(
      names = "--per-key",
      paramLabel = "N",
      defaultValue = "3",
      description = "keys: tasks of each (default: ${DEFAULT-VALUE}).")
  private int perKey;

  @Option(
      names = "--failing",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "keys: whose first task fails; 0: no phases with failures (default: ${DEFAULT-VALUE}).")
  private int failing;

  /** Checks all options. */
  void require(Bounds bounds) {
    bounds.require("--keys", keys, 1, 1_000_000);
    bounds.require("--per-key", perKey, 1, KeySizes.PER_KEY_MAX);
    // At least one key must not fail.
    bounds.require("--failing", failing, 0, keys - 1);
  }

  KeySizes sizes() {
    return new KeySizes(keys, perKey, failing);
  }
}
