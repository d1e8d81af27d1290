package dev.atf.executor.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.HealthCheck;
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
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.executor.core.health.DiskWatch;
import dev.atf.executor.core.health.HealthGate;
import dev.atf.executor.core.health.HealthStep;
import dev.atf.executor.core.health.HealthTell;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.lease.DeadlineWatch;
import dev.atf.executor.core.lease.HeartbeatStep;
import dev.atf.executor.core.lease.NoticeStep;
import dev.atf.executor.core.log.LogSender;
import dev.atf.executor.core.staging.Staging;
import dev.atf.executor.core.staging.StagingPorts;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import dev.atf.runtime.tracing.Tracing;
import io.micrometer.core.instrument.Gauge;

/**
 * Wiring of one executor: first the parts that its connections need, then the process that is made
 * of those parts and the connections.
 */
final class ExecutorWiring {
  private final ExecutorConfig config;

  private final Handlers handlers;
  private final ObjectMapper json;
  private final ExecutorPorts ports;

  private final ExecutorIdentity identity;
  private final RunningAttempts running;

  /**
   * Creates the parts that need no connection.
   *
   * @param config with the name of the lambda filled in
   * @param running none yet
   */
  ExecutorWiring(
      ExecutorConfig config,
      Handlers handlers,
      ObjectMapper json,
      ExecutorPorts ports,
      RunningAttempts running) {
    this.config = config;
    this.handlers = handlers;
    this.json = json;
    this.ports = ports;
    this.running = running;
    this.identity =
        new ExecutorIdentity(
            ports.name().unique(ports.random()), config.lambda(), config.threads());
  }

  ExecutorIdentity identity() {
    return identity;
  }

  RunningAttempts running() {
    return running;
  }

  /**
   * Parts that differ between a process of the operating system and others.
   *
   * @param handlerThreads threads of handlers and of their slots' calls; the loops that watch them
   *     have other threads
   */
  record Outside(
      ControllerCalls controller,
      HscCalls hsc,
      StagingPorts staging,
      Terminator terminator,
      DeadlineNotice notice,
      Threads handlerThreads,
      ExecutorConnection connection,
      Tracing tracing) {}

  ExecutorProcess process(Outside outside) {
    var lease = config.lease();
    var clock = ports.clock();
    var metrics = ports.metrics();
    var drain = new Drain(ports.threads());
    var pace = new Pace(config.startThreads(), config.tuning().askAhead());
    var health = new HealthGate(handlers.healthCheck().isEmpty());
    var fetcher =
        new Fetcher(
            identity,
            config,
            outside.controller(),
            running,
            pace,
            drain,
            health,
            clock,
            ports.threads(),
            metrics);
    var reporter =
        new Reporter(
            identity,
            config,
            outside.hsc(),
            running,
            clock,
            ports.threads(),
            ports.random(),
            metrics);
    var logs =
        new LogSender(
            identity, lease.callTimeout(), outside.hsc(), clock, ports.threads(), metrics);
    var tell = new HealthTell(identity, outside.controller(), lease.callTimeout());
    var disk = disk(outside, health, tell);
    var staging =
        new Staging(
            identity,
            config.staging(),
            outside.staging(),
            backoff(),
            ports.threads(),
            ports.random());
    var run = run(outside, staging);
    var heartbeat =
        new HeartbeatStep(
            identity, lease, running, outside.hsc(), logs, outside.terminator(), clock, metrics);
    var slots =
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
                    ports.random(),
                    metrics),
            drain,
            outside.handlerThreads());
    Gauge.builder("atf.executor.attempts.held", running, RunningAttempts::count).register(metrics);
    if (outside.terminator() instanceof Isolation isolation) {
      isolation.whenIsolated(slots::replace);
    }
    return new ExecutorProcess(
        config,
        identity,
        slots,
        new SlotAdmission(lease, heartbeat, slots, pace),
        new Loops(ports.threads(), clock, ports.random(), metrics, config.loops()),
        heartbeat,
        new DeadlineWatch(lease, running, outside.terminator(), clock),
        new HandlerGrace(
            config.cancelGrace(),
            running,
            drain,
            outside.controller(),
            // Results without an answer are of attempts that have not finished, either.
            () -> Math.max(slots.unfinished(), running.count()),
            outside.terminator(),
            clock,
            metrics),
        new NoticeStep(outside.notice()),
        handlers.healthCheck().map(check -> health(check, health, tell, outside)),
        disk,
        staging,
        fetcher,
        reporter,
        logs,
        running,
        drain,
        outside.controller(),
        outside.connection(),
        ports.servers(),
        outside.tracing());
  }

  private HealthStep health(HealthCheck check, HealthGate gate, HealthTell tell, Outside outside) {
    return new HealthStep(
        check,
        config.health(),
        gate,
        tell,
        running,
        outside.terminator(),
        ports.threads(),
        ports.clock());
  }

  private Backoff backoff() {
    return new Backoff(config.tuning().backoffMin(), config.tuning().backoffMax());
  }

  private DiskWatch disk(Outside outside, HealthGate gate, HealthTell tell) {
    return new DiskWatch(
        outside.staging().disk(), config.staging().path(), config.health().every(), gate, tell);
  }

  private AttemptRun run(Outside outside, Staging staging) {
    return new AttemptRun(
        handlers,
        new AttemptSpans(outside.tracing(), config.attemptTrace()),
        outside.terminator(),
        ports.clock(),
        json,
        staging);
  }
}
