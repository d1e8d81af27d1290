package dev.atf.executor.process;

import dev.atf.executor.OnStuckHandler;
import dev.atf.executor.Worker;
import dev.atf.executor.core.Isolation;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.GrpcController;
import dev.atf.executor.core.call.GrpcHsc;
import dev.atf.executor.core.call.GrpcStaging;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.lease.ProcessTerminator;
import dev.atf.executor.core.staging.StagingPorts;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.tracing.Tracing;
import io.grpc.Channel;

/** Executor in a program that has others and the services that it calls, too. */
public record InProcessExecutor(Service service, RunningAttempts running) {
  /**
   * Creates one for one start. Its spans go to the program's OpenTelemetry, if it has one.
   *
   * @param controller channel of the controller
   * @param hsc channel of the HSC
   * @param others attempts of the program's other executors: none of them runs beside another of
   *     its task
   */
  public static InProcessExecutor of(
      Worker worker,
      ExecutorPorts ports,
      Channel controller,
      Channel hsc,
      OnStuckHandler onStuckHandler,
      RunningAttempts others) {
    var config = worker.definition().config().withLambda(worker.lambda());
    var handlers = Handlers.of(worker.definition());
    var identity = ports.newIdentity(config);
    var running = others.ofAnotherExecutor();
    var process =
        new ExecutorProcess(
            config,
            handlers,
            worker.definition().json(),
            ports,
            identity,
            running,
            new ExecutorProcess.Outside(
                new GrpcController(
                    ControllerServiceGrpc.newFutureStub(controller),
                    identity,
                    config.tuning().claimWait(),
                    () -> {}),
                new GrpcHsc(HscServiceGrpc.newFutureStub(hsc), () -> {}),
                StagingPorts.of(new GrpcStaging(hsc, GrpcStaging.IDLE_MAX, () -> {})),
                switch (onStuckHandler) {
                  case ISOLATE -> new Isolation(running, ports.metrics());
                  case EXIT -> new ProcessTerminator();
                },
                DeadlineNotice.NONE,
                handlers.onVirtualThreads() ? Threads.virtual() : ports.threads(),
                () -> {},
                handlers.openTelemetry().map(Tracing::by).orElseGet(Tracing::off)));
    return new InProcessExecutor(process, running);
  }
}
