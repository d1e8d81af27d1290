package dev.atf.infra.deployment;

/** Part that creates the queues of lambdas. */
public enum QueueOrigin {
  /**
   * The frontend creates the queues of a lambda when it is registered. Templates therefore do not
   * grow with the number of lambdas.
   */
  REGISTRATION,
  /**
   * The stack of durable resources contains the queues of the lambdas in the file. No service may
   * create queues.
   */
  TEMPLATE
}
