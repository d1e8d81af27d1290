package dev.atf.worker.supervisor;

import dev.atf.runtime.SystemText;
import dev.atf.runtime.config.ConfigException;
import dev.atf.worker.pool.ProcessRange;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Executors of one lambda on this host.
 *
 * @param processes number of processes, or its bounds
 * @param command command line of one executor
 * @param environment variables that are added to the supervisor's own environment without its
 *     {@code ATF_…}; the supervisor sets {@code ATF_LAMBDA}, {@code ATF_DEADLINE_FILE} and {@code
 *     ATF_END_WITH_PARENT}, and on an overloaded host {@code ATF_TUNING_START_THREADS} unless it is
 *     in these variables
 */
public record WorkerSpec(
    String lambda, ProcessRange processes, List<String> command, Map<String, String> environment) {
  public WorkerSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (command.isEmpty()) {
      throw new ConfigException("command: empty (expected: a program and its arguments)");
    }
    requireWritable("command", command);
    requireWritable("environment", environment.values());
  }

  private static void requireWritable(String what, Collection<String> texts) {
    var encoding = SystemText.ofProcess();
    for (var text : texts) {
      if (!encoding.canWrite(text)) {
        throw new ConfigException(
            "%s: %s (expected: %s)".formatted(what, text, encoding.expected()));
      }
    }
  }

  /** Creates a specification with a fixed number of processes. */
  public WorkerSpec(
      String lambda, int processes, List<String> command, Map<String, String> environment) {
    this(lambda, ProcessRange.of(processes), command, environment);
  }
}
