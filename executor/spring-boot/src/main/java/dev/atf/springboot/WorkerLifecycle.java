package dev.atf.springboot;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.context.SmartLifecycle;

/**
 * The executors of an application: one for the lambda that the setting {@code lambda} names or,
 * without it, one for each handler. They start after all other beans and drain before them.
 *
 * <p>A drain takes up to {@link ExecutorConfig#drainTakes}. It has ended when {@link #stop}
 * returns, so that Spring's time-out for beans that stop in the background does not interrupt it.
 */
final class WorkerLifecycle implements SmartLifecycle {
  private final ExecutorConfig config;
  private final List<LambdaHandler<?>> handlers;
  private final Consumer<WorkerBuilder> common;
  private final WorkerStart starting;
  private final List<AutoCloseable> services = new ArrayList<>();

  /**
   * Creates the executors without starting them.
   *
   * @param common parts that all executors share
   */
  WorkerLifecycle(
      ExecutorConfig config,
      List<LambdaHandler<?>> handlers,
      Consumer<WorkerBuilder> common,
      WorkerStart starting) {
    this.config = config;
    this.handlers = handlers;
    this.common = common;
    this.starting = starting;
  }

  /**
   * Starts the executors. If one of them cannot start, those that have started are drained.
   *
   * @throws dev.atf.runtime.config.ConfigException if the setting {@code lambda} names no handler
   */
  @Override
  public synchronized void start() {
    try {
      starting.start(workers(), services::add);
    } catch (RuntimeException e) {
      stop();
      throw e;
    }
  }

  private List<Worker> workers() {
    return config.lambda().isEmpty()
        ? handlers.stream().map(handler -> worker(config.withLambda(handler.lambda()))).toList()
        : List.of(worker(config));
  }

  private Worker worker(ExecutorConfig settings) {
    var worker = Worker.builder(settings);
    common.accept(worker);
    handlers.forEach(worker::handle);
    return worker.build();
  }

  /** Drains all executors at the same time. */
  @Override
  public synchronized void stop() {
    var drains =
        services.stream().map(service -> new Thread(() -> drain(service), "atf-drain")).toList();
    services.clear();
    drains.forEach(Thread::start);
    drains.forEach(WorkerLifecycle::join);
  }

  private static void drain(AutoCloseable service) {
    try {
      service.close();
    } catch (Exception e) {
      throw new IllegalStateException("an executor did not drain", e);
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return !services.isEmpty();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
