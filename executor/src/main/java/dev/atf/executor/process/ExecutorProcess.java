package dev.atf.executor.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.OnStuckHandler;
import dev.atf.executor.Worker;
import dev.atf.executor.core.Drain;
import dev.atf.executor.core.Fetcher;
import dev.atf.executor.core.HandlerGrace;
import dev.atf.executor.core.Isolation;
import dev.atf.executor.core.Pace;
import dev.atf.executor.core.Reporter;
import dev.atf.executor.core.Slot;
import dev.atf.executor.core.SlotAdmission;
import dev.atf.executor.core.SlotThreads;
import dev.atf.executor.core.attempt.AttemptRun;
import dev.atf.executor.core.attempt.AttemptSpans;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcController;
import dev.atf.executor.core.call.GrpcHsc;
import dev.atf.executor.core.call.GrpcStaging;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.executor.core.health.DiskWatch;
import dev.atf.executor.core.health.HealthGate;
import dev.atf.executor.core.health.HealthNotice;
import dev.atf.executor.core.health.HealthStep;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.lease.DeadlineWatch;
import dev.atf.executor.core.lease.Descendants;
import dev.atf.executor.core.lease.HeartbeatStep;
import dev.atf.executor.core.lease.ProcessTerminator;
import dev.atf.executor.core.log.LogSender;
import dev.atf.executor.core.staging.Staging;
import dev.atf.executor.core.staging.StagingPorts;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.tracing.Tracing;
import io.grpc.Channel;
import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor: its slots, which fetch, run and report attempts; its loops, which renew and watch
 * leases; and its orderly shutdown.
 */
public final class ExecutorProcess implements Service {
  private static final Logger log = LoggerFactory.getLogger(ExecutorProcess.class);

  private final ExecutorConfig config;
  private final ExecutorPorts ports;
  private final Outside outside;
  private final ExecutorIdentity identity;
  private final RunningAttempts running;
  private final Drain drain;
  private final Fetcher fetcher;
  private final Reporter reporter;
  private final SlotThreads slots;
  private final SlotAdmission admission;
  private final HeartbeatStep heartbeat;
  private final DeadlineWatch watch;
  private final HandlerGrace grace;
  private final Optional<HealthStep> healthCheck;
  private final DiskWatch disk;
  private final Staging staging;
  private final LogSender logs;
  private final Loops loops;
  private @Nullable RpcPort server;

  /**
   * Parts that differ between an executor that is an operating system process and one inside a
   * program.
   *
   * @param handlerThreads threads of handlers and of their slots' calls; the loops that watch them
   *     have other threads
   * @param closeConnections closes the connections of the calls, as the last step
   */
  record Outside(
      ControllerCalls controller,
      HscCalls hsc,
      StagingPorts staging,
      Terminator terminator,
      DeadlineNotice notice,
      Threads handlerThreads,
      Runnable closeConnections,
      Tracing tracing) {}

  /**
   * Creates an executor.
   *
   * @param config settings, in which the name of the lambda is filled in
   * @param running empty set of this process's attempts
   */
  ExecutorProcess(
      ExecutorConfig config,
      Handlers handlers,
      ObjectMapper json,
      ExecutorPorts ports,
      ExecutorIdentity identity,
      RunningAttempts running,
      Outside outside) {
    this.config = config;
    this.ports = ports;
    this.outside = outside;
    this.identity = identity;
    this.running = running;
    var lease = config.lease();
    var clock = ports.clock();
    var threads = ports.threads();
    var metrics = ports.metrics();
    var controller = outside.controller();
    var hsc = outside.hsc();
    var terminator = outside.terminator();
    drain = new Drain(threads);
    loops = new Loops(threads, clock, ports.random(), metrics, config.loops());
    logs = new LogSender(identity, lease.callTimeout(), hsc, clock, threads, metrics);
    heartbeat = new HeartbeatStep(identity, lease, running, hsc, logs, terminator, clock, metrics);
    watch = new DeadlineWatch(lease, running, terminator, clock);

    var health = new HealthGate(handlers.healthCheck().isEmpty());
    var healthNotice = new HealthNotice(identity, controller, lease.callTimeout());
    healthCheck =
        handlers
            .healthCheck()
            .map(
                check ->
                    new HealthStep(
                        check,
                        config.health(),
                        health,
                        healthNotice,
                        running,
                        terminator,
                        threads,
                        clock));
    disk =
        new DiskWatch(
            outside.staging().disk(),
            config.staging().path(),
            config.health().every(),
            health,
            healthNotice);
    staging =
        new Staging(
            identity,
            config.staging(),
            outside.staging(),
            new Backoff(config.tuning().backoffMin(), config.tuning().backoffMax()),
            threads,
            ports.random());

    var pace = new Pace(config.startThreads(), config.tuning().askAhead());
    fetcher =
        new Fetcher(
            identity, config, controller, running, pace, drain, health, clock, threads, metrics);
    reporter =
        new Reporter(identity, config, hsc, running, clock, threads, ports.random(), metrics);
    var run =
        new AttemptRun(
            handlers,
            new AttemptSpans(outside.tracing(), config.attemptTrace()),
            terminator,
            clock,
            json,
            staging);
    slots =
        new SlotThreads(
            config.threads(),
            config.startThreads(),
            () ->
                new Slot(
                    config,
                    fetcher,
                    run,
                    reporter,
                    running,
                    heartbeat,
                    outside.notice(),
                    logs,
                    pace,
                    drain,
                    health,
                    disk,
                    clock,
                    ports.random()),
            drain,
            outside.handlerThreads());
    admission = new SlotAdmission(lease, heartbeat, slots, pace);
    grace =
        new HandlerGrace(
            config.cancelGrace(),
            running,
            drain,
            controller,
            // An attempt whose result has no answer has not finished either.
            () -> Math.max(slots.unfinished(), running.count()),
            terminator,
            clock,
            metrics);
    if (terminator instanceof Isolation isolation) {
      isolation.whenIsolated(slots::replace);
    }
    Gauge.builder("atf.executor.attempts.held", running, RunningAttempts::count).register(metrics);
  }

  /**
   * Creates an executor, for one start, in a program that also contains other executors and the
   * services that they call. It sends its spans to the program's OpenTelemetry, if there is one.
   *
   * @param controller channel of the controller
   * @param hsc channel of the HSC
   * @param others attempts of the program's other executors; no two attempts of one task run at the
   *     same time
   */
  public static ExecutorProcess inProgram(
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
    return new ExecutorProcess(
        config,
        handlers,
        worker.definition().json(),
        ports,
        identity,
        running,
        new Outside(
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
  }

  /** Returns the attempts that this executor holds. */
  public RunningAttempts running() {
    return running;
  }

  Terminator terminator() {
    return outside.terminator();
  }

  @Override
  public void start() {
    server =
        ports
            .servers()
            .open(
                "executor",
                config.server(),
                () -> loops.allAlive() && slots.allAlive() && !drain.hasBegun());
    loops.start("deadline-watch", watch);
    if (outside.notice().isRead()) {
      // The watch itself must not do this, because a disk can fail or hang.
      loops.start(
          "deadline-notice",
          () -> {
            outside.notice().refresh();
            return DeadlineNotice.REFRESH_EVERY;
          });
    }
    loops.start("handler-grace", grace);
    loops.start("heartbeat", heartbeat);
    loops.start("ahead", fetcher);
    loops.start("results", reporter);
    loops.start("logs", logs);
    healthCheck.ifPresent(check -> loops.start("health-check", check));
    disk.whenFirstFull(() -> loops.start("disk-space", disk)::wake);
    staging.start();
    slots.start();
    if (admission.isNeeded()) {
      loops.start("slot-admission", admission);
    }
    log.info(
        "executor serves lambda={} executorId={} threads={} startThreads={}",
        identity.lambda(),
        identity.executorId(),
        config.threads(),
        config.startThreads());
  }

  @Override
  public int port() {
    return server == null ? config.server().port() : server.port();
  }

  /**
   * Drains the executor. Leases are renewed as long as a handler runs. A handler that does not stop
   * is isolated. If the settings forbid that, its deadline is watched after this method has
   * returned, and its child processes are killed.
   */
  @Override
  public void close() {
    drain.begin();
    outside.controller().stopWaiting();
    if (finishWithin(config.drainTimeout()) || finishAfterInterrupt()) {
      sendLogs();
      loops.close();
      // A call for more tasks may have returned after the last slot stopped.
      fetcher.returnPrefetched(Duration.ZERO, ReturnReason.DRAINING);
      outside.terminator().close();
    } else {
      log.warn("drain ended, but attempts={} did not stop", running.count());
      if (grace.isolateAll()) {
        loops.close();
      } else {
        Descendants.kill();
      }
    }
    fetcher.reportEnded();
    if (server != null) {
      server.close();
    }
    staging.close();
    outside.closeConnections().run();
    outside.tracing().close();
  }

  /**
   * Sends the remaining logs, and waits for at most one call, because the process is about to exit.
   */
  private void sendLogs() {
    try {
      boolean unused = logs.awaitSent(config.lease().callTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean finishAfterInterrupt() {
    running.all().forEach(RunningAttempt::drain);
    return finishWithin(config.cancelGrace());
  }

  /** Waits until the handlers have ended, and then for the answers to their results. */
  private boolean finishWithin(Duration timeout) {
    try {
      return slots.awaitFinished(timeout) && reporter.awaitAnswers(timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
