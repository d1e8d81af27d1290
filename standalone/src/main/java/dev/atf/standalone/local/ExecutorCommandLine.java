package dev.atf.standalone.local;

import dev.atf.worker.ExecutorJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Command line of a child executor: this program again, with a small heap. */
public final class ExecutorCommandLine {
  private ExecutorCommandLine() {}

  /**
   * @param journal directory in which it records its executions; empty: none
   */
  public static List<String> of(Optional<Path> journal) {
    var command =
        new ArrayList<>(ExecutorJvm.running("dev.atf.standalone.cli.AtfMain", "executor"));
    journal.ifPresent(directory -> command.addAll(List.of("--journal", directory.toString())));
    return command;
  }
}
