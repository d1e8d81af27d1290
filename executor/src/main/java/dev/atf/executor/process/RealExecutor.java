package dev.atf.executor.process;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Worker;
import dev.atf.executor.connection.ServerConnection;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.GrpcController;
import dev.atf.executor.core.call.GrpcHsc;
import dev.atf.executor.core.call.GrpcStaging;
import dev.atf.executor.core.lease.DeadlineFile;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.lease.ProcessTerminator;
import dev.atf.executor.core.lease.TimedNotice;
import dev.atf.executor.core.staging.StagingPorts;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.server.Instruments;
import dev.atf.runtime.tracing.Tracing;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * Executor as a process of the operating system: it calls over gRPC, writes the notice to its
 * supervisor, and can end its process.
 */
public record RealExecutor(Service service, RunningAttempts running, Terminator terminator) {
  /**
   * @throws dev.atf.runtime.config.ConfigException if a file of the credentials cannot be read, or
   *     a setting needs a library that is missing
   */
  static RealExecutor of(Worker worker) {
    var config = worker.definition().config().withLambda(worker.lambda());
    var handlers = Handlers.of(worker.definition());
    var instruments = Instruments.of(config.server(), config.tracing());
    var threads = Threads.system();
    var clock = MonotonicClock.system();
    var ports =
        new ExecutorPorts(
            ProcessName.ofThisProcess(),
            clock,
            // Seeded by the system: ids and jitter of many hosts must not repeat one another.
            new SecureRandom(),
            threads,
            instruments,
            instruments.metrics());
    var wiring =
        new ExecutorWiring(
            config, handlers, worker.definition().json(), ports, new RunningAttempts());
    var tracing =
        handlers
            .openTelemetry()
            .map(Tracing::by)
            .orElseGet(() -> instruments.tracing("atf-executor", config.tracing(), ports.name()));
    var controller = connection(config, config.controllerUri(), clock);
    var hsc = connection(config, config.hscUri(), clock);
    var terminator = new ProcessTerminator();
    var process =
        wiring.process(
            new ExecutorWiring.Outside(
                new GrpcController(
                    ControllerServiceGrpc.newFutureStub(controller.channel()),
                    wiring.identity(),
                    config.tuning().claimWait(),
                    controller::renew),
                new GrpcHsc(HscServiceGrpc.newFutureStub(hsc.channel()), hsc::renew),
                StagingPorts.of(new GrpcStaging(hsc.channel(), GrpcStaging.IDLE_MAX, hsc::renew)),
                terminator,
                notice(config, wiring, clock),
                handlers.onVirtualThreads() ? Threads.virtual() : threads,
                () -> {
                  controller.close();
                  hsc.close();
                },
                tracing));
    return new RealExecutor(process, wiring.running(), terminator);
  }

  private static ServerConnection connection(
      ExecutorConfig config, String uri, MonotonicClock clock) {
    return ServerConnection.to(
        URI.create(uri),
        config.credentials(),
        config.lease().callTimeout(),
        config.tuning().pingInterval(),
        clock);
  }

  private static DeadlineNotice notice(
      ExecutorConfig config, ExecutorWiring wiring, MonotonicClock clock) {
    return config.deadlineFile().isEmpty()
        ? DeadlineNotice.NONE
        : new TimedNotice(
            new DeadlineFile(
                Path.of(config.deadlineFile()), wiring.identity(), wiring.running(), clock),
            TimedNotice.COVER_TIME_MAX,
            clock);
  }
}
