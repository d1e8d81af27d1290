package dev.atf.standalone.settings;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.supervisor.SupervisorConfig;
import dev.atf.runtime.SettingChecks;

/**
 * What a worker host has beyond the settings of its controller, in the same file and environment.
 *
 * @param supervisor how executors are restarted and killed
 */
public record WorkerConfig(SupervisorConfig supervisor) {
  public static final WorkerConfig DEFAULTS = new WorkerConfig(SupervisorConfig.DEFAULTS);

  /**
   * Checks what the supervisor and its executors must agree on.
   *
   * @throws dev.atf.runtime.ConfigException if executors would be killed while they drain
   */
  public void requireFits(ExecutorConfig executors) {
    new SettingChecks()
        .atLeast(
            "supervisor.drainTimeout",
            supervisor.drainTimeout(),
            executors.drainTakes(),
            "the executors' drainTimeout + cancelGrace")
        .end();
  }
}
