package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Has a program run at a time, by the lambda {@code command}: nobody writes a handler. An exit code
 * that is not 0 is tried again, but for those that are named as fatal.
 */
public final class Backups {
  private final AtfClient atf;

  public Backups(AtfClient atf) {
    this.atf = atf;
  }

  /**
   * @return the id of the task, whose result has the exit code and what was printed
   */
  public String runAt(Instant time, List<String> command) {
    var call = Map.of("argv", command, "timeout", "30s", "fatalExitCodes", List.of(2));
    return atf.schedule(TaskSpec.of("command", call).at(time)).taskId();
  }
}
