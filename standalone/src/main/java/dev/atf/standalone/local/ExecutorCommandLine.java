package dev.atf.standalone.local;

import dev.atf.worker.ExecutorJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a child executor is started: this program again, with a small heap. */
public final class ExecutorCommandLine {
  private ExecutorCommandLine() {}

  /**
   * @param journal where it writes down its executions; empty: nowhere
   */
  public static List<String> of(Optional<Path> journal) {
    var command =
        new ArrayList<>(ExecutorJvm.running("dev.atf.standalone.cli.AtfMain", "executor"));
    journal.ifPresent(directory -> command.addAll(List.of("--journal", directory.toString())));
    return command;
  }
}
