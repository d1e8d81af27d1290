package dev.atf.infra.constructs;

import dev.atf.infra.constructs.service.HscProps;
import dev.atf.infra.constructs.service.PublicApiProps;
import dev.atf.infra.constructs.service.ServiceProps;
import dev.atf.infra.constructs.service.TaskDefaults;
import java.util.Map;

/**
 * Properties of a cluster's framework.
 *
 * @param cluster name of the cluster, which is the prefix of its tables and queues
 * @param hscAccess access of workers to the HSC, with their rights
 * @param makesQueues whether frontends create and delete the queues of lambdas
 * @param settings additional settings of each component, as {@code ATF_…}
 * @param defaults settings that the cluster's tasks have in common
 * @param blobsKeyArn key of the bucket of {@code blobs}; empty if the bucket has no key of its own
 */
public record TaskFrameworkProps(
    String cluster,
    NetworkProps network,
    PublicApiProps api,
    HscProps hscAccess,
    boolean makesQueues,
    ServiceProps frontend,
    ServiceProps storeConsumer,
    ServiceProps hsc,
    Map<String, Map<String, String>> settings,
    TaskDefaults defaults,
    String blobsKeyArn) {
  public TaskFrameworkProps {
    settings = Map.copyOf(settings);
  }
}
