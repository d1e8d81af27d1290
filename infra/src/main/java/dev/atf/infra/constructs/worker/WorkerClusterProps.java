package dev.atf.infra.constructs.worker;

import dev.atf.infra.constructs.service.ServiceImage;
import dev.atf.infra.constructs.service.TaskDefaults;
import dev.atf.infra.constructs.service.TaskSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * @param cluster the framework's name
 * @param name name of these workers within it
 * @param queues queues of each lambda that they serve, by their names in SQS
 * @param processes executors of each of these lambdas on each host
 * @param image image with {@code atf} and the owner's program
 * @param command command that starts one executor; empty: the built-in lambdas
 * @param settings settings of controller, supervisor and executors, as {@code ATF_…}
 * @param defaults settings that the cluster's tasks have in common
 */
public record WorkerClusterProps(
    String cluster,
    String name,
    Map<String, List<String>> queues,
    Map<String, Integer> processes,
    ServiceImage image,
    List<String> command,
    TaskSize size,
    WorkerCapacity capacity,
    WorkerScaling scaling,
    Map<String, String> settings,
    TaskDefaults defaults) {
  public WorkerClusterProps {
    queues = new LinkedHashMap<>(queues);
    processes = new LinkedHashMap<>(processes);
    command = List.copyOf(command);
    settings = Map.copyOf(settings);
  }

  List<String> queueNames() {
    return queues.values().stream().flatMap(List::stream).toList();
  }
}
