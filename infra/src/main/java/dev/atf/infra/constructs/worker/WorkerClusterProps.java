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
 * @param cluster the framework's name
 * @param name name of these workers within it
 * @param processes executors of each lambda that they serve, on each host
 * @param needs what lambdas need of a host, by their names; one that is missing needs nothing
 * @param image image with {@code atf} and the owner's program
 * @param command command that starts one executor; empty: the built-in lambdas
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
  /** Setting of what the hosts have that lambdas may need. */
  public static final String OFFERS = "ATF_OFFERS";

  /**
   * @throws ConfigException if the hosts would not serve one of the lambdas: they do not offer what
   *     it needs
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
