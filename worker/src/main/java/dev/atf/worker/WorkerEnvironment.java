package dev.atf.worker;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.runtime.config.ConfigLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One environment for a controller, its supervisor and their executors: who takes what of it. */
public final class WorkerEnvironment {
  private WorkerEnvironment() {}

  /** Variables that a worker hands to its executors; what both know is the controller's. */
  public static Set<String> forExecutorsAlone() {
    var variables = new TreeSet<>(ConfigLoader.variablesOf(ExecutorConfig.DEFAULTS));
    variables.removeAll(ConfigLoader.variablesOf(ControllerConfig.DEFAULTS));
    return variables;
  }

  /** What a host shows, its controller and its executors show. */
  static Map<String, String> ofExecutors(Map<String, String> environment) {
    var executors = new HashMap<>(environment);
    var alone = forExecutorsAlone();
    executors
        .keySet()
        .removeIf(name -> !alone.contains(name) && !name.startsWith("ATF_CREDENTIALS_"));
    return executors;
  }

  static Map<String, String> ofController(Map<String, String> environment) {
    var controller = new HashMap<>(environment);
    controller.keySet().removeAll(forExecutorsAlone());
    return controller;
  }
}
