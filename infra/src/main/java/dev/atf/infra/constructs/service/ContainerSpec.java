package dev.atf.infra.constructs.service;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Container of one component.
 *
 * @param component {@code frontend}, {@code store-consumer}, {@code hsc} or {@code worker}
 * @param command arguments of the image's entry point; may be empty
 * @param environment settings, as {@code ATF_…}
 * @param port port for calls, health and metrics
 * @param logName last part of the name of its log group, unique in the cluster
 * @param lambdasOfWorkers lambdas by worker cluster, for reports of the component; if a worker
 *     cluster has no lambdas, all reports are about it
 * @param defaults settings that the cluster's tasks have in common
 */
public record ContainerSpec(
    String component,
    ServiceImage image,
    List<String> command,
    Map<String, String> environment,
    int port,
    String logName,
    Map<String, List<String>> lambdasOfWorkers,
    TaskDefaults defaults) {
  public ContainerSpec {
    command = List.copyOf(command);
    environment = new TreeMap<>(environment);
    lambdasOfWorkers = new TreeMap<>(lambdasOfWorkers);
  }
}
