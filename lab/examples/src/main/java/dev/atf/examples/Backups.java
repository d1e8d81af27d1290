package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Runs a program at a given time, by the lambda {@code command}, without a handler of its own. A
 * task with an exit code other than 0 is retried, except for codes that are configured as fatal.
 */
public final class Backups {
  private final AtfClient atf;

  public Backups(AtfClient atf) {
    this.atf = atf;
  }

  /**
   * @return the id of the task, whose result has the exit code and the output
   */
  public String runAt(Instant time, List<String> command) {
    var call = Map.of("argv", command, "timeout", "30s", "fatalExitCodes", List.of(2));
    return atf.schedule(TaskSpec.of("command", call).at(time)).taskId();
  }
}
