package dev.atf.sim.executor;

import dev.atf.executor.process.ExecutorPorts;
import dev.atf.runtime.process.RuntimePorts;

/** Ports of a virtual process for an executor. */
public final class ExecutorPlace {
  private ExecutorPlace() {}

  /** Returns the parts of a process that an executor needs. */
  public static ExecutorPorts in(RuntimePorts process) {
    return new ExecutorPorts(
        process.name(),
        process.clock(),
        process.random(),
        process.threads(),
        process.servers(),
        process.metrics());
  }
}
