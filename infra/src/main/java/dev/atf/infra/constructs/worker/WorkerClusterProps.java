package dev.atf.infra.constructs.worker;

import dev.atf.infra.constructs.service.ServiceImage;
import dev.atf.infra.constructs.service.TaskDefaults;
import dev.atf.infra.constructs.service.TaskSize;
import dev.atf.runtime.config.ConfigException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Properties of a worker cluster.
 *
 * @param cluster name of the cluster
 * @param name name of the worker cluster
 * @param processes number of executors on each host, by lambda
 * @param needs capabilities that lambdas need, by lambda; a missing lambda needs none
 * @param image image with {@code atf} and the owner's program
 * @param command command that starts one executor; if empty, only built-in lambdas run
 * @param settings settings of controller, supervisor and executors, as {@code ATF_…}
 * @param defaults settings that the cluster's tasks have in common
 */
public record WorkerClusterProps(
    String cluster,
    String name,
    Map<String, Integer> processes,
    Map<String, List<String>> needs,
    ServiceImage image,
    List<String> command,
    TaskSize size,
    WorkerCapacity capacity,
    WorkerScaling scaling,
    Map<String, String> settings,
    TaskDefaults defaults) {
  /** Setting with the capabilities that hosts offer. */
  public static final String OFFERS = "ATF_OFFERS";

  /**
   * Checks the properties.
   *
   * @throws ConfigException if the hosts do not offer a capability that one of the lambdas needs
   */
  public WorkerClusterProps {
    processes = new LinkedHashMap<>(processes);
    command = List.copyOf(command);
    needs = Map.copyOf(needs);
    settings = Map.copyOf(settings);
    var problems = new ArrayList<String>();
    var offers = List.of(settings.getOrDefault(OFFERS, "").split(",", -1));
    for (var lambda : processes.keySet()) {
      var needed = needs.getOrDefault(lambda, List.of());
      if (!offers.containsAll(needed)) {
        problems.add(
            "workers %s: offers: %s (expected: %s, which lambda %s needs)"
                .formatted(name, offers, needed, lambda));
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
