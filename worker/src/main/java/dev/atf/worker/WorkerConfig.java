package dev.atf.worker;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.SettingChecks;
import dev.atf.worker.pool.ProcessRange;
import dev.atf.worker.pool.ScaleConfig;
import dev.atf.worker.supervisor.SupervisorConfig;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Settings of a worker host in addition to those of its controller, in the same file and
 * environment.
 *
 * @param executors executor processes of each lambda: command=2,http=1; with a range,
 *     resize-image=0..8, the number follows the load
 * @param supervisor how executors are restarted and killed
 * @param scale loads at which executors of a range are started and drained
 * @param scaleIn when Amazon ECS is asked not to stop this host
 * @param identity IAM identity that this host presents to the HSC
 */
public record WorkerConfig(
    List<String> executors,
    SupervisorConfig supervisor,
    ScaleConfig scale,
    ScaleInConfig scaleIn,
    IdentityConfig identity) {
  public static final WorkerConfig DEFAULTS =
      new WorkerConfig(
          List.of(),
          SupervisorConfig.DEFAULTS,
          ScaleConfig.DEFAULTS,
          ScaleInConfig.NONE,
          IdentityConfig.NONE);

  private static final Pattern PLACES = Pattern.compile("([^=]+)=([^=]+)");

  public WorkerConfig {
    executors = List.copyOf(executors);
    var lambdas = executors.stream().map(places -> places.replaceFirst("=.*", "")).toList();
    new SettingChecks()
        .that(
            executors.stream().allMatch(WorkerConfig::isPlaces)
                && new HashSet<>(lambdas).size() == lambdas.size(),
            "executors",
            executors,
            "lambda=processes for each lambda, once, such as command=2,http=0..4")
        .end();
  }

  /** Returns the number of processes of each lambda, in the order in which they were named. */
  public Map<String, ProcessRange> processes() {
    var processes = new LinkedHashMap<String, ProcessRange>();
    for (var places : executors) {
      int equals = places.indexOf('=');
      processes.put(places.substring(0, equals), ProcessRange.parse(places.substring(equals + 1)));
    }
    return processes;
  }

  private static boolean isPlaces(String text) {
    var places = PLACES.matcher(text);
    try {
      return places.matches() && ProcessRange.parse(places.group(2)).most() > 0;
    } catch (ConfigException e) {
      return false;
    }
  }

  /**
   * Checks relations between the settings of the supervisor, its executors and their controller.
   *
   * @throws dev.atf.runtime.config.ConfigException if executors would be killed while they drain,
   *     or would not wait for a claim that their controller is making for them
   */
  public void requireFits(ExecutorConfig executors, ControllerConfig controller) {
    new SettingChecks()
        .atLeast(
            "supervisor.drainTimeout",
            supervisor.drainTimeout(),
            executors.drainTakes(),
            "the executors' tuning.claimWait + drainTimeout + cancelGrace, + 1s with tracing")
        .atLeast(
            "the executors' tuning.claimWait",
            executors.tuning().claimWait(),
            controller.claimTimeout().multipliedBy(2),
            "2 x claimTimeout")
        .end();
  }
}
