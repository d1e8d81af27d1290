package dev.atf.cli.data;

import dev.atf.cli.output.JsonOption;
import dev.atf.cli.output.ProgressLine;
import dev.atf.local.keep.Backups;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code atf backup}: copies the data of the embedded engine. */
@Command(
    name = "backup",
    description = {
      "Copy the tasks of the embedded engine at one point in time, and their files, into a"
          + " directory.",
      "atf up may be running: the copy contains everything that it has acknowledged"
          + " before. Nothing is overwritten."
    })
public final class BackupCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "TARGET",
      description = "The directory of the backup; created if it does not exist.")
  private Path target;

  @Mixin private KeepOptions options;

  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    var progress = new ProgressLine(System.err);
    progress.begin("backup", -1);
    try {
      var copied = Backups.backup(options.data(), target, records -> progress.step((int) records));
      progress.end();
      json.print(
          copied,
          "%d tasks, %d of them unfinished, are in %s"
              .formatted(copied.tasks(), copied.unfinished(), target));
      return 0;
    } finally {
      progress.end();
    }
  }
}
