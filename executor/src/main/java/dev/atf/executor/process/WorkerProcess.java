package dev.atf.executor.process;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.ExitCode;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerRuntime;
import dev.atf.executor.connection.ServerConnection;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.attempt.Thrown;
import dev.atf.executor.core.call.ExecutorIdentity;
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
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.server.Instruments;
import dev.atf.runtime.tracing.Tracing;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a worker as a process of the operating system, or inside one: its executor calls over gRPC,
 * writes the notice to its supervisor, and can end its process.
 */
public final class WorkerProcess implements WorkerRuntime {
  private static final Logger log = LoggerFactory.getLogger(WorkerProcess.class);

  @Override
  public int run(Worker worker) {
    var started = new CompletableFuture<Boolean>();
    ExecutorProcess executor;
    try {
      executor = executor(worker);
      endWhenMemoryIsExhausted(executor.terminator());
      // The hook is added before the start, so that a signal during the start drains as well.
      drainOnShutdown(executor, started);
      executor.start();
      started.complete(true);
    } catch (ConfigException e) {
      System.err.println("executor: " + e.getMessage());
      return Worker.exitCode(e).code();
    } catch (RuntimeException | LinkageError e) {
      // Threads that handlers have started may keep a process alive that takes no work.
      log.error("the executor could not start", e);
      System.err.println("executor: could not start: " + e);
      return ExitCode.NOT_STARTED.code();
    } finally {
      started.complete(false);
    }
    watchParent(worker);
    System.err.println("executor ready on port " + executor.port());
    awaitEnd();
    return ExitCode.DRAINED.code();
  }

  @Override
  public Service start(Worker worker) {
    var executor = executor(worker);
    try {
      executor.start();
    } catch (RuntimeException e) {
      executor.close();
      throw e;
    }
    watchParent(worker);
    return executor;
  }

  /**
   * Creates the executor of a process.
   *
   * @throws ConfigException if a file of the credentials cannot be read, or a setting needs a
   *     library that is missing
   */
  private static ExecutorProcess executor(Worker worker) {
    var config = worker.definition().config().withLambda(worker.lambda());
    var handlers = Handlers.of(worker.definition());
    var instruments = Instruments.of(config.server(), config.tracing());
    var threads = Threads.system();
    var clock = MonotonicClock.system();
    var ports =
        new ExecutorPorts(
            ProcessName.ofThisProcess(),
            clock,
            // The system seeds it, because ids and jitter must differ between hosts.
            new SecureRandom(),
            threads,
            instruments,
            instruments.metrics());
    var identity = ports.newIdentity(config);
    var running = new RunningAttempts();
    var tracing =
        handlers
            .openTelemetry()
            .map(Tracing::by)
            .orElseGet(() -> instruments.tracing("atf-executor", config.tracing(), ports.name()));
    var controller = connection(config, config.controllerUri(), clock);
    var hsc = connection(config, config.hscUri(), clock);
    return new ExecutorProcess(
        config,
        handlers,
        worker.definition().json(),
        ports,
        identity,
        running,
        new ExecutorProcess.Outside(
            new GrpcController(
                ControllerServiceGrpc.newFutureStub(controller.channel()),
                identity,
                config.tuning().claimWait(),
                controller::renew),
            new GrpcHsc(HscServiceGrpc.newFutureStub(hsc.channel()), hsc::renew),
            StagingPorts.of(new GrpcStaging(hsc.channel(), GrpcStaging.IDLE_MAX, hsc::renew)),
            new ProcessTerminator(),
            notice(config, identity, running, clock),
            handlers.onVirtualThreads() ? Threads.virtual() : threads,
            () -> {
              controller.close();
              hsc.close();
            },
            tracing));
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
      ExecutorConfig config,
      ExecutorIdentity identity,
      RunningAttempts running,
      MonotonicClock clock) {
    return config.deadlineFile().isEmpty()
        ? DeadlineNotice.NONE
        : new TimedNotice(
            new DeadlineFile(Path.of(config.deadlineFile()), identity, running, clock),
            TimedNotice.COVER_TIME_MAX,
            clock);
  }

  /**
   * Drains this process when its parent has ended, if the settings say so. The parent holds the
   * other end of standard input. The death of the parent closes it, even before this process starts
   * to read.
   */
  private static void watchParent(Worker worker) {
    if (worker.definition().config().endWithParent()) {
      Threads.system().start("atf-orphan", WorkerProcess::endWithStandardInput);
    }
  }

  private static void endWithStandardInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // An error counts as the parent's end.
    }
    System.exit(0);
  }

  private static void drainOnShutdown(
      ExecutorProcess executor, CompletableFuture<Boolean> started) {
    var hook =
        new Thread(
            () -> {
              if (started.join()) {
                drain(executor);
              }
            },
            "atf-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static void drain(ExecutorProcess executor) {
    executor.close();
    boolean stuck = executor.running().all().stream().anyMatch(RunningAttempt::isInHandler);
    // After a signal the JVM would exit with 128 + its number, which looks like a failure.
    Runtime.getRuntime().halt((stuck ? ExitCode.HANDLER_STUCK : ExitCode.DRAINED).code());
  }

  /**
   * Ends the process when the heap is exhausted in any thread, including threads that handlers
   * start, because that leaves the process in an unknown state.
   */
  private static void endWhenMemoryIsExhausted(Terminator terminator) {
    var before = Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler());
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> {
          if (Thrown.isOutOfMemory(error)) {
            terminator.terminate(ExitCode.OUT_OF_MEMORY, "thread=" + thread.getName());
          }
          before.ifPresentOrElse(
              handler -> handler.uncaughtException(thread, error),
              () -> log.error("thread={} has died", thread.getName(), error));
        });
  }

  private static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
