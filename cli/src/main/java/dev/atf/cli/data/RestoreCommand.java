package dev.atf.cli.data;

import dev.atf.cli.output.JsonOption;
import dev.atf.cli.output.ProgressLine;
import dev.atf.local.keep.Backups;
import dev.atf.model.lambda.LeaseTimes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf restore}: restores data of the embedded engine from a backup. */
@Command(
    name = "restore",
    description = {
      "Restore the data of the embedded engine from a backup. Nothing is overwritten: the"
          + " data directory must not contain any data.",
      "Tasks that were unfinished at the backup run, possibly again; tasks that were"
          + " scheduled later are missing. Epochs are raised by a billion, so that fencing tokens"
          + " are higher than all earlier ones."
    })
public final class RestoreCommand implements Callable<Integer> {
  private final InstantSource instants = InstantSource.system();

  @Parameters(paramLabel = "BACKUP", description = "The directory that atf backup created.")
  private Path backup;

  @Option(
      names = "--hold",
      paramLabel = "D",
      description = {
        "Time before the first task starts, so that the executors of the lost data have ended"
            + " (default: one stored lease, 30s)."
      })
  private Duration hold = LeaseTimes.DEFAULT.stored();

  @Mixin private KeepOptions options;

  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    var progress = new ProgressLine(System.err);
    progress.begin("restore", -1);
    try {
      var copied =
          Backups.restore(
              backup,
              options.data(),
              instants.instant().plus(hold),
              records -> progress.step((int) records));
      progress.end();
      json.print(
          copied,
          "%d tasks, %d of them unfinished, are in %s"
              .formatted(copied.tasks(), copied.unfinished(), options.data()));
      return 0;
    } finally {
      progress.end();
    }
  }
}
