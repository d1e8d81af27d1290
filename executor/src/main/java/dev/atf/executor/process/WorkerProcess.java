package dev.atf.executor.process;

import dev.atf.executor.ExitCode;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerRuntime;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.Thrown;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a worker as a process of the operating system, or inside one. */
public final class WorkerProcess implements WorkerRuntime {
  private static final Logger log = LoggerFactory.getLogger(WorkerProcess.class);

  @Override
  public int run(Worker worker) {
    var started = new CompletableFuture<Boolean>();
    RealExecutor executor;
    try {
      executor = RealExecutor.of(worker);
      endWhenMemoryIsExhausted(executor);
      // Before the start, so that a signal during the start drains, too.
      drainOnShutdown(executor, started);
      executor.service().start();
      started.complete(true);
    } catch (ConfigException e) {
      System.err.println("executor: " + e.getMessage());
      return Worker.exitCode(e).code();
    } finally {
      started.complete(false);
    }
    watchParent(worker);
    System.err.println("executor ready on port " + executor.service().port());
    awaitEnd();
    return ExitCode.DRAINED.code();
  }

  @Override
  public Service start(Worker worker) {
    var service = RealExecutor.of(worker).service();
    service.start();
    watchParent(worker);
    return service;
  }

  private static void watchParent(Worker worker) {
    if (worker.definition().config().endWithParent()) {
      OrphanWatch.start();
    }
  }

  private static void drainOnShutdown(RealExecutor executor, CompletableFuture<Boolean> started) {
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

  private static void drain(RealExecutor executor) {
    executor.service().close();
    boolean stuck = executor.running().all().stream().anyMatch(RunningAttempt::isInHandler);
    // After a signal the JVM would end with 128 + its number, which reads as a failure.
    Runtime.getRuntime().halt((stuck ? ExitCode.HANDLER_STUCK : ExitCode.DRAINED).code());
  }

  /**
   * Ends the process when the heap is exhausted in any thread, since that leaves it in an unknown
   * state. Includes threads that handlers start.
   */
  private static void endWhenMemoryIsExhausted(RealExecutor executor) {
    var terminator = executor.terminator();
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
