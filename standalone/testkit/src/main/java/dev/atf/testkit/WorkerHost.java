package dev.atf.testkit;

import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Worker;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.process.ExecutorOnPorts;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.Service;
import dev.atf.sim.executor.ExecutorPlace;
import dev.atf.sim.executor.GrpcCalls;
import dev.atf.sim.time.VirtualProcess;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeSet;

/** Temporary worker host, with a controller and one executor for each lambda. */
final class WorkerHost implements AutoCloseable {
  private static final String CONTROLLER = "controller";

  private final Machines machines;
  private final TestServices engine;
  private final Worker worker;
  private final Deque<Machines.Running> running = new ArrayDeque<>();

  private WorkerHost(Machines machines, TestServices engine, Worker worker) {
    this.machines = machines;
    this.engine = engine;
    this.worker = worker;
  }

  static WorkerHost start(Machines machines, TestServices engine, Worker worker) {
    var host = new WorkerHost(machines, engine, worker);
    var lambdas = new TreeSet<>(worker.definition().handlers().keySet());
    if (!lambdas.isEmpty()) {
      host.running.push(machines.start(CONTROLLER, process -> host.controller(process, lambdas)));
      lambdas.forEach(
          lambda ->
              host.running.push(
                  machines.start("executor-" + lambda, process -> host.executor(process, lambda))));
    }
    return host;
  }

  private Service controller(VirtualProcess process, Iterable<String> lambdas) {
    var config =
        new Settings()
            .with("ATF_LAMBDAS", String.join(",", lambdas))
            .with("ATF_RECEIVE_WAIT", "1s")
            .with("ATF_OFFERS", "*")
            .over(ControllerConfig.DEFAULTS);
    return ControllerComponent.factory()
        .create(
            config,
            engine.queues(),
            HscServiceGrpc.newBlockingStub(machines.channel(process, Cluster.HSC)),
            machines.runtime(process))
        .service();
  }

  private Service executor(VirtualProcess process, String lambda) {
    // One after the other: tests of handlers have to be deterministic.
    var config =
        new Settings()
            .with("ATF_LAMBDA", lambda)
            .with("ATF_THREADS", 1)
            .over(ExecutorConfig.DEFAULTS);
    var calls =
        new GrpcCalls(
            process,
            ControllerServiceGrpc.newBlockingStub(machines.channel(process, CONTROLLER)),
            HscServiceGrpc.newBlockingStub(machines.channel(process, Cluster.HSC)),
            config.tuning().claimWait());
    return ExecutorOnPorts.create(
        config,
        Handlers.of(worker.definition()),
        worker.definition().json(),
        ExecutorPlace.in(machines.runtime(process)),
        calls,
        calls,
        (code, reason) -> {
          throw new IllegalStateException(process.name() + " ends itself: " + reason);
        });
  }

  /** Drains the executors, and then the controller. */
  @Override
  public void close() {
    while (!running.isEmpty()) {
      machines.stop(running.pop());
    }
  }
}
