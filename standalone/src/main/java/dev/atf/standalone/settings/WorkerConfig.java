package dev.atf.standalone.settings;

import dev.atf.controller.ControllerConfig;
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
   * Checks what the supervisor, its executors and their controller must agree on.
   *
   * @throws dev.atf.runtime.ConfigException if executors would be killed while they drain, or would
   *     not wait for a claim that their controller is making for them
   */
  public void requireFits(ExecutorConfig executors, ControllerConfig controller) {
    new SettingChecks()
        .atLeast(
            "supervisor.drainTimeout",
            supervisor.drainTimeout(),
            executors.drainTakes(),
            "the executors' tuning.claimWait + drainTimeout + cancelGrace")
        .atLeast(
            "the executors' tuning.claimWait",
            executors.tuning().claimWait(),
            controller.claimTimeout().multipliedBy(2),
            "2 x claimTimeout")
        .end();
  }
}
