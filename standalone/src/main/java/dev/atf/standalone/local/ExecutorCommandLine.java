package dev.atf.standalone.local;

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
    var command = new ArrayList<>(of("dev.atf.standalone.cli.AtfMain", "executor"));
    journal.ifPresent(directory -> command.addAll(List.of("--journal", directory.toString())));
    return command;
  }

  /** Another main class of this class path, in the same sort of process. */
  public static List<String> of(String mainClass, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass));
    command.addAll(List.of(arguments));
    return command;
  }
}
