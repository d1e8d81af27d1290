package dev.atf.worker.supervisor;

import dev.atf.runtime.config.ConfigException;
import java.util.List;
import java.util.Map;

/**
 * Executors of one lambda on this host.
 *
 * @param processes how many
 * @param command the command line of one
 * @param environment added to the supervisor's own without its {@code ATF_…}; {@code ATF_LAMBDA},
 *     {@code ATF_DEADLINE_FILE} and {@code ATF_END_WITH_PARENT} are set by the supervisor, and
 *     {@code ATF_TUNING_START_THREADS} on an overloaded host unless it stands here
 */
public record WorkerSpec(
    String lambda, int processes, List<String> command, Map<String, String> environment) {
  /** Greatest number of processes. Chosen: more on one host is likely a mistake. */
  public static final int PROCESSES_MAX = 256;

  public WorkerSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (processes < 1 || processes > PROCESSES_MAX) {
      throw new ConfigException(
          "processes: " + processes + " (expected: 1 to " + PROCESSES_MAX + ")");
    }
    if (command.isEmpty()) {
      throw new ConfigException("command: empty (expected: a program and its arguments)");
    }
  }
}
