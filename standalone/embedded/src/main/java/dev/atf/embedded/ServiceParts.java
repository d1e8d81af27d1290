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
 * Time, randomness, threads and meters of one service of this process.
 *
 * @param meters all meters of the service, which pass them on to the program's registry
 */
record ServiceParts(CompositeMeterRegistry meters) {
  /**
   * @param service the tag {@code service} of its meters
   * @param lambda the tag {@code lambda} of its meters; empty if it works for all
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
