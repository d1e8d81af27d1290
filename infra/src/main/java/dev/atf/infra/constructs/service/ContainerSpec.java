package dev.atf.infra.constructs.service;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One component's container.
 *
 * @param component {@code frontend}, {@code store-consumer}, {@code hsc} or {@code worker}
 * @param command arguments of the image's entry point; may be empty
 * @param environment its settings, {@code ATF_…}
 * @param port port of its calls, health and metrics
 * @param logName last part of its log group's name; no other container of the cluster has it
 * @param lambdasOfWorkers lambdas of each worker cluster about which the component reports; no
 *     lambdas: all that it reports is about that worker cluster
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
