package dev.atf.embedded;

import dev.atf.executor.process.ExecutorPorts;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.runtime.rpc.RpcServers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.security.SecureRandom;

/**
 * Clock, randomness, threads and meters of one service in this process.
 *
 * @param meters all meters of the service, which are also added to the program's registry
 */
record ServiceParts(CompositeMeterRegistry meters) {
  /**
   * Creates the parts of a service.
   *
   * @param service tag {@code service} of its meters
   * @param lambda tag {@code lambda} of its meters; empty for a service of all lambdas
   */
  static ServiceParts of(String service, String lambda, MeterRegistry programs) {
    var meters = new CompositeMeterRegistry();
    meters.config().commonTags("service", service, "lambda", lambda);
    return new ServiceParts(meters.add(programs));
  }

  RuntimePorts runtime(RpcServers servers) {
    return RuntimePorts.ofMachine(meters, servers);
  }

  ExecutorPorts executor() {
    return new ExecutorPorts(
        ProcessName.ofThisProcess(),
        MonotonicClock.system(),
        new SecureRandom(),
        Threads.system(),
        DirectCalls.NO_PORT,
        meters);
  }
}
