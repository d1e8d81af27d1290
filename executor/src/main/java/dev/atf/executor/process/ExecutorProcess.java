package dev.atf.executor.process;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.Drain;
import dev.atf.executor.core.Fetcher;
import dev.atf.executor.core.HandlerGrace;
import dev.atf.executor.core.Reporter;
import dev.atf.executor.core.SlotAdmission;
import dev.atf.executor.core.SlotThreads;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.health.DiskWatch;
import dev.atf.executor.core.health.HealthStep;
import dev.atf.executor.core.lease.DeadlineWatch;
import dev.atf.executor.core.lease.Descendants;
import dev.atf.executor.core.lease.HeartbeatStep;
import dev.atf.executor.core.lease.NoticeStep;
import dev.atf.executor.core.log.LogSender;
import dev.atf.executor.core.staging.Staging;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.StatusPorts;
import dev.atf.runtime.tracing.Tracing;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One executor: its slots, its heartbeats, its watch over deadlines, and its orderly end. */
final class ExecutorProcess implements Service {
  private static final Logger log = LoggerFactory.getLogger(ExecutorProcess.class);

  private final ExecutorConfig config;
  private final ExecutorIdentity identity;
  private final SlotThreads slots;
  private final SlotAdmission admission;
  private final Loops loops;
  private final HeartbeatStep heartbeat;
  private final DeadlineWatch watch;
  private final HandlerGrace grace;
  private final NoticeStep notice;
  private final Optional<HealthStep> health;
  private final DiskWatch disk;
  private final Staging staging;
  private final Fetcher fetcher;
  private final Reporter reporter;
  private final LogSender logs;
  private final RunningAttempts running;
  private final Drain drain;
  private final ControllerCalls controller;
  private final ExecutorConnection connection;
  private final StatusPorts servers;
  private final Tracing tracing;
  private @Nullable RpcPort server;

  ExecutorProcess(
      ExecutorConfig config,
      ExecutorIdentity identity,
      SlotThreads slots,
      SlotAdmission admission,
      Loops loops,
      HeartbeatStep heartbeat,
      DeadlineWatch watch,
      HandlerGrace grace,
      NoticeStep notice,
      Optional<HealthStep> health,
      DiskWatch disk,
      Staging staging,
      Fetcher fetcher,
      Reporter reporter,
      LogSender logs,
      RunningAttempts running,
      Drain drain,
      ControllerCalls controller,
      ExecutorConnection connection,
      StatusPorts servers,
      Tracing tracing) {
    this.config = config;
    this.identity = identity;
    this.slots = slots;
    this.admission = admission;
    this.loops = loops;
    this.heartbeat = heartbeat;
    this.watch = watch;
    this.grace = grace;
    this.notice = notice;
    this.health = health;
    this.disk = disk;
    this.staging = staging;
    this.fetcher = fetcher;
    this.reporter = reporter;
    this.logs = logs;
    this.running = running;
    this.drain = drain;
    this.controller = controller;
    this.connection = connection;
    this.servers = servers;
    this.tracing = tracing;
  }

  @Override
  public void start() {
    server =
        servers.open(
            "executor",
            config.server(),
            () -> loops.allAlive() && slots.allAlive() && !drain.hasBegun());
    loops.start("deadline-watch", watch);
    if (notice.isNeeded()) {
      loops.start("deadline-notice", notice);
    }
    loops.start("handler-grace", grace);
    loops.start("heartbeat", heartbeat);
    fetcher.whenPrefetched(loops.start("ahead", fetcher)::wake);
    reporter.whenWaiting(loops.start("results", reporter)::wake);
    logs.whenWaiting(loops.start("logs", logs)::wake);
    health.ifPresent(check -> check.whenOver(loops.start("health-check", check)::wake));
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
   * Drains. Leases are kept as long as a handler runs. One that does not stop is isolated; or its
   * deadline is still watched after this has returned, and its child processes are killed.
   */
  @Override
  public void close() {
    drain.begin();
    controller.stopWaiting();
    if (finishWithin(config.drainTimeout()) || finishAfterInterrupt()) {
      sendLogs();
      loops.close();
      // A call for more may have ended after the last slot.
      fetcher.giveBackPrefetched(Duration.ZERO, ReturnReason.DRAINING);
    } else {
      log.warn("drain is over with attempts={} that did not stop", running.count());
      if (grace.isolateAll()) {
        loops.close();
      } else {
        Descendants.kill();
      }
    }
    if (server != null) {
      server.close();
    }
    staging.close();
    connection.close();
    tracing.close();
  }

  /** Waits for one call at most: the process is about to end. */
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

  /** Waits for the handlers to end, and then for the answers to their results. */
  private boolean finishWithin(Duration timeout) {
    try {
      return slots.awaitFinished(timeout) && reporter.awaitAnswers(timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
