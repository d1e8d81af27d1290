package dev.atf.cli.data;

import dev.atf.cli.access.Home;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options that locate the data of a command. */
@Command
final class KeepOptions {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data directory of atf up with the embedded engine (default: .atf/data next to"
              + " ./atf).")
  private @Nullable Path data;

  Path data() {
    return data == null ? Home.directory().resolve(".atf/data") : data;
  }
}
