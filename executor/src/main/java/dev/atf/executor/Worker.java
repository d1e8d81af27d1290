package dev.atf.executor;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.OutOfMemory;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.process.ExecutorOnPorts;
import dev.atf.executor.process.ExecutorPorts;
import dev.atf.executor.process.InProcessExecutor;
import dev.atf.executor.process.OrphanWatch;
import dev.atf.executor.process.RealExecutor;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import io.grpc.Channel;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Process of a lambda's owner: created with its handlers, then run until it is asked to end.
 *
 * <p>A process serves one lambda. One program may have handlers for several; the setting {@code
 * lambda} then selects the one of this process.
 */
public final class Worker {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private final ExecutorConfig config;
  private final Handlers handlers;
  private final ObjectMapper json;

  Worker(ExecutorConfig config, Handlers handlers, ObjectMapper json) {
    this.config = config;
    this.handlers = handlers;
    this.json = json;
  }

  public static WorkerBuilder builder(ExecutorConfig config) {
    return new WorkerBuilder(config);
  }

  /**
   * Runs until SIGTERM or SIGINT, drains, and ends the process as {@link ExitCode} says. It returns
   * only if it cannot start.
   *
   * @return {@link ExitCode#NOT_STARTED} or {@link ExitCode#HANDLER_MISSING}; standard error has
   *     the reason
   */
  public int run() {
    var started = new CompletableFuture<Boolean>();
    RealExecutor executor;
    try {
      executor = wire();
      endWhenMemoryIsExhausted(executor);
      // Before the start, so that a signal that comes meanwhile drains, too.
      drainOnShutdown(executor, started);
      executor.service().start();
      started.complete(true);
    } catch (ConfigException e) {
      System.err.println("executor: " + e.getMessage());
      return exitCode(e).code();
    } finally {
      started.complete(false);
    }
    watchParent();
    System.err.println("executor ready on port " + executor.service().port());
    awaitEnd();
    return ExitCode.DRAINED.code();
  }

  /**
   * Starts inside this process, for tests and for programs with a life cycle of their own; closing
   * the service drains it. A process that would run beside its successor is still ended as a whole
   * and so, with the setting {@code endWithParent}, is one whose parent has ended.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handlers
   */
  public Service start() {
    var service = wire().service();
    service.start();
    watchParent();
    return service;
  }

  /**
   * Creates an executor in a program that has its controller and HSC, too.
   *
   * @param controller channel of the controller
   * @param hsc channel of the HSC
   * @throws ConfigException if the setting {@code lambda} names none of the handlers
   */
  public InProcessExecutor within(
      ExecutorPorts ports,
      Channel controller,
      Channel hsc,
      OnStuckHandler onStuckHandler,
      RunningAttempts others) {
    return InProcessExecutor.of(
        config.withLambda(lambda()),
        handlers,
        json,
        ports,
        controller,
        hsc,
        onStuckHandler,
        others);
  }

  /** Returns the handlers, for executors that are wired in another way: {@link ExecutorOnPorts}. */
  public Handlers handlers() {
    return handlers;
  }

  /** Returns the mapper that reads payloads and writes results. */
  public ObjectMapper json() {
    return json;
  }

  public static ExitCode exitCode(ConfigException e) {
    return e instanceof HandlerMissingException ? ExitCode.HANDLER_MISSING : ExitCode.NOT_STARTED;
  }

  private void watchParent() {
    if (config.endWithParent()) {
      OrphanWatch.start();
    }
  }

  private RealExecutor wire() {
    return RealExecutor.of(config.withLambda(lambda()), handlers, json);
  }

  /**
   * Returns the lambda that this process serves.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handlers
   */
  public String lambda() {
    var lambda = config.lambda().isEmpty() ? onlyLambda() : config.lambda();
    if (handlers.find(lambda).isEmpty()) {
      throw new HandlerMissingException(lambda, lambdas());
    }
    return lambda;
  }

  private String onlyLambda() {
    var lambdas = lambdas();
    if (lambdas.size() != 1) {
      throw new ConfigException("lambda: not set (expected: one of " + lambdas + ")");
    }
    return lambdas.first();
  }

  private SortedSet<String> lambdas() {
    return new TreeSet<>(handlers.byLambda().keySet());
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
          if (OutOfMemory.isIn(error)) {
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
