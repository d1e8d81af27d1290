package dev.atf.infra.constructs;

import dev.atf.infra.constructs.service.HscProps;
import dev.atf.infra.constructs.service.PublicApiProps;
import dev.atf.infra.constructs.service.ServiceProps;
import dev.atf.infra.constructs.service.TaskDefaults;
import java.util.List;
import java.util.Map;

/**
 * @param cluster its name; prefix of its tables and queues
 * @param hscAccess how workers reach the HSC, and which of them may do what
 * @param queueNames of all lambdas, as SQS has them
 * @param settings of each component beyond what follows from where it runs, as {@code ATF_…}
 * @param defaults what the tasks of the cluster have in common
 * @param keepData whether the entrances refuse to be deleted
 */
public record TaskFrameworkProps(
    String cluster,
    NetworkProps network,
    PublicApiProps api,
    HscProps hscAccess,
    List<String> queueNames,
    ServiceProps frontend,
    ServiceProps storeConsumer,
    ServiceProps hsc,
    Map<String, Map<String, String>> settings,
    TaskDefaults defaults,
    boolean keepData) {
  public TaskFrameworkProps {
    queueNames = List.copyOf(queueNames);
    settings = Map.copyOf(settings);
  }
}
