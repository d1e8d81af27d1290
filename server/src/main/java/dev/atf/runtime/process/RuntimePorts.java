package dev.atf.runtime.process;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.rpc.RpcServers;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Time, randomness, threads, port and metrics of a service's process, and its connections: a
 * component that depends on it has each of them. The simulator and tests bring their own.
 */
public record RuntimePorts(
    ProcessName name,
    InstantSource instants,
    MonotonicClock clock,
    RandomGenerator random,
    Threads threads,
    RpcServers servers,
    MeterRegistry metrics,
    OpenConnections connections) {

  /** Creates those of a process that has no connections of its own. */
  public RuntimePorts(
      ProcessName name,
      InstantSource instants,
      MonotonicClock clock,
      RandomGenerator random,
      Threads threads,
      RpcServers servers,
      MeterRegistry metrics) {
    this(name, instants, clock, random, threads, servers, metrics, OpenConnections.NONE);
  }

  /** Returns those of this machine, with metrics that the port serves. */
  public static RuntimePorts ofMachine() {
    var metrics = ServiceMeters.registry();
    return ofMachine(
        metrics,
        (name, config, alive, services, tuneGrpc, tuneServer) ->
            RpcServer.start(name, config, metrics, alive, services, tuneGrpc, tuneServer));
  }

  /**
   * Returns those of this machine with the given port and metrics. The system seeds the randomness:
   * ids and jitter of many hosts must not repeat one another.
   */
  public static RuntimePorts ofMachine(MeterRegistry metrics, RpcServers servers) {
    return new RuntimePorts(
        ProcessName.ofThisProcess(),
        InstantSource.system(),
        MonotonicClock.system(),
        new SecureRandom(),
        Threads.system(),
        servers,
        metrics);
  }

  /**
   * Returns the same with connections.
   *
   * @param opened in the order in which they are to be closed
   */
  public RuntimePorts closing(AutoCloseable... opened) {
    return new RuntimePorts(
        name,
        instants,
        clock,
        random,
        threads,
        servers,
        metrics,
        new OpenConnections(List.of(opened)));
  }
}
