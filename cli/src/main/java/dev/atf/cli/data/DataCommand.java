package dev.atf.cli.data;

import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.JsonOption;
import dev.atf.embedded.DataCheck;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf data}: commands about the files of a data directory. */
@Command(
    name = "data",
    description = "Check the files of a data directory.",
    subcommands = DataCommand.Verify.class)
public final class DataCommand extends CommandGroup {
  @Command(
      name = "verify",
      description = {
        "Read all files of the embedded engine's data, or of a backup, and check them for"
            + " damage: the list of files, the logs, the checksum of every block, and the contents"
            + " of resources. Each resource of a task must exist.",
        "atf up may be running. The exit code is 1 if anything is damaged."
      },
      footer = {"%nExample:", "  atf data verify --data /var/lib/atf"})
  static final class Verify implements Callable<Integer> {
    private final InstantSource instants = InstantSource.system();

    @Option(
        names = "--blobs",
        paramLabel = "PLACE",
        description =
            "The setting blobs of atf up, if it is set (default: blobs in the data directory).")
    private @Nullable String blobs;

    @Mixin private KeepOptions options;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
      var check = DataCheck.run(options.data(), Optional.ofNullable(blobs), instants.instant());
      json.print(check, text(check));
      return check.whole() ? 0 : 1;
    }

    private String text(DataCheck check) {
      if (!check.whole()) {
        return String.join(System.lineSeparator(), check.damage());
      }
      return "%s is whole: %d records in %d tables and the logs, %d resources"
          .formatted(options.data(), check.records(), check.files(), check.resources());
    }
  }
}
