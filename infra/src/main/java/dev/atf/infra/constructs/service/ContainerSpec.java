package dev.atf.infra.constructs.service;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One component's container.
 *
 * @param component {@code frontend}, {@code store-consumer}, {@code hsc} or {@code worker}
 * @param command what the image's entry point is given; empty: nothing
 * @param environment its settings, {@code ATF_…}
 * @param port where it serves its calls, its health and its metrics
 * @param logName last part of its log group's name; no other container of the cluster has it
 * @param defaults what the tasks of the cluster have in common
 */
public record ContainerSpec(
    String component,
    ServiceImage image,
    List<String> command,
    Map<String, String> environment,
    int port,
    String logName,
    TaskDefaults defaults) {
  public ContainerSpec {
    command = List.copyOf(command);
    environment = new TreeMap<>(environment);
  }
}
