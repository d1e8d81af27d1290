package dev.atf.infra.deployment;

/** Part that makes the queues of lambdas. */
public enum QueueOrigin {
  /**
   * The frontend makes a lambda's queues when it is registered: templates do not grow with lambdas.
   */
  REGISTRATION,
  /**
   * The stack of durable resources has those of the lambdas in the file; no service may make any.
   */
  TEMPLATE
}
