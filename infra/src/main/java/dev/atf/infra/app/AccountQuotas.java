package dev.atf.infra.app;

import dev.atf.infra.constructs.store.TaskStoreProps;
import dev.atf.infra.deployment.Billing;
import dev.atf.infra.deployment.Deployment;
import dev.atf.infra.deployment.HostKind;
import dev.atf.infra.deployment.ServiceSection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares a cluster with the quotas of a new account. AWS itself would refuse a task or a machine
 * only when it is deployed, or when the cluster grows.
 */
final class AccountQuotas {
  /** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/service-quotas.html */
  private static final int FARGATE_PROCESSORS = 6;

  /** https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html */
  private static final int EC2_PROCESSORS = 5;

  /**
   * Provisioned units of all tables and indexes of a region, for reads and for writes:
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
   */
  private static final int PROVISIONED_UNITS = 80_000;

  /** During a rolling update the old and the new tasks run. */
  private static final int ROLLING = 2;

  private static final int CPU_OF_PROCESSOR = 1_024;

  private AccountQuotas() {}

  /** Returns a warning for each quota that has to be raised if the account is a new one. */
  static List<String> warnings(ClusterPlan plan) {
    var deployment = plan.deployment();
    var warnings = new ArrayList<String>();
    long deployed = services(deployment).mapToLong(one -> (long) one.tasksMin() * one.cpu()).sum();
    long scaled = services(deployment).mapToLong(one -> (long) one.tasksMax() * one.cpu()).sum();
    warn(
        "vCPUs on Fargate in a deployment of the services",
        processors(ROLLING * deployed),
        FARGATE_PROCESSORS,
        warnings);
    warn(
        "vCPUs on Fargate with all tasks and hosts",
        processors(scaled + cpuOfHosts(deployment, HostKind.FARGATE)),
        FARGATE_PROCESSORS,
        warnings);
    warn(
        "vCPUs on Fargate Spot with all hosts",
        processors(cpuOfHosts(deployment, HostKind.FARGATE_SPOT)),
        FARGATE_PROCESSORS,
        warnings);
    warn(
        "vCPUs on EC2 with all machines",
        deployment.workers().stream().mapToLong(one -> one.processorsMax().orElse(0)).sum(),
        EC2_PROCESSORS,
        warnings);
    if (deployment.store().billing() == Billing.PROVISIONED) {
      long places = placesOfTasks(plan);
      warn(
          "provisioned read units",
          places * deployment.store().readsMax(),
          PROVISIONED_UNITS,
          warnings);
      warn(
          "provisioned write units",
          places * deployment.store().writesMax(),
          PROVISIONED_UNITS,
          warnings);
    }
    return warnings;
  }

  private static long processors(long cpu) {
    return (cpu + CPU_OF_PROCESSOR - 1) / CPU_OF_PROCESSOR;
  }

  private static Stream<ServiceSection> services(Deployment deployment) {
    return Stream.of(deployment.frontend(), deployment.storeConsumer(), deployment.hsc());
  }

  private static long cpuOfHosts(Deployment deployment, HostKind kind) {
    return deployment.workers().stream()
        .filter(one -> one.capacity() == kind)
        .mapToLong(one -> (long) one.hostsMax() * one.cpu())
        .sum();
  }

  /** Returns the number of tables and indexes that have the capacity of the file. */
  private static long placesOfTasks(ClusterPlan plan) {
    return plan.tables().stream()
        .filter(TaskStoreProps::hasCapacity)
        .mapToLong(table -> table.index().isPresent() ? 2 : 1)
        .sum();
  }

  private static void warn(String what, long needed, int inNewAccount, List<String> warnings) {
    if (needed > inNewAccount) {
      warnings.add(
          "%s: %d (a new account has %d: docs/operate/aws.md, quotas to raise before the first day)"
              .formatted(what, needed, inNewAccount));
    }
  }
}
