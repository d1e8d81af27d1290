package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Runs a program at a given time with the built-in lambda {@code command}, which needs no handler.
 * A task whose exit code is not 0 is retried, unless the code is configured as fatal.
 */
public final class Backups {
  private final AtfClient atf;

  public Backups(AtfClient atf) {
    this.atf = atf;
  }

  /**
   * Schedules a run of the program.
   *
   * @return id of the task, whose result has the exit code and the output
   */
  public String runAt(Instant time, List<String> command) {
    var call = Map.of("argv", command, "timeout", "30s", "fatalExitCodes", List.of(2));
    return atf.schedule(TaskSpec.of("command", call).at(time)).taskId();
  }
}
