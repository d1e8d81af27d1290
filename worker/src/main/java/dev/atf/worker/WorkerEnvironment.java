package dev.atf.worker;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.runtime.config.ConfigLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Distributes one environment among a controller, its supervisor and their executors. */
public final class WorkerEnvironment {
  private WorkerEnvironment() {}

  /**
   * Returns the variables that a worker passes only to its executors. A variable that both use
   * belongs to the controller.
   */
  public static Set<String> forExecutorsOnly() {
    var variables = new TreeSet<>(ConfigLoader.variablesOf(ExecutorConfig.DEFAULTS));
    variables.removeAll(ConfigLoader.variablesOf(ControllerConfig.DEFAULTS));
    return variables;
  }

  /**
   * Returns the variables of the executors, with the identity that the host and its controller
   * present to the HSC.
   */
  static Map<String, String> ofExecutors(Map<String, String> environment) {
    var executors = new HashMap<>(environment);
    var alone = forExecutorsOnly();
    executors
        .keySet()
        .removeIf(name -> !alone.contains(name) && !name.startsWith("ATF_CREDENTIALS_"));
    return executors;
  }

  static Map<String, String> ofController(Map<String, String> environment) {
    var controller = new HashMap<>(environment);
    controller.keySet().removeAll(forExecutorsOnly());
    return controller;
  }
}
