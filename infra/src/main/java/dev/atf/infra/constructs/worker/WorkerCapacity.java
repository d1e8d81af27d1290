package dev.atf.infra.constructs.worker;

/** Kind of machines on which the hosts of a worker cluster run. */
public sealed interface WorkerCapacity {
  /**
   * Hosts on Fargate.
   *
   * @param spot whether hosts may be stopped with two minutes' notice, at a fraction of the price;
   *     for handlers that end within two minutes
   */
  record Fargate(boolean spot) implements WorkerCapacity {}

  /**
   * Machines of one type, as many as the hosts need.
   *
   * @param instanceType type, such as {@code c7g.large}
   */
  record Ec2(String instanceType, int instancesMax) implements WorkerCapacity {}
}
