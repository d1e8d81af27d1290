package dev.atf.springboot;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerBuilder;
import dev.atf.runtime.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.context.SmartLifecycle;

/**
 * The executors of an application: of the lambda that the setting {@code lambda} names or, without
 * it, one for each handler. They start after all other beans and drain before them.
 *
 * <p>A drain takes up to {@link ExecutorConfig#drainTakes}. It is over when {@link #stop} returns,
 * so that Spring's time-out for what stops in the background does not cut it.
 */
final class WorkerLifecycle implements SmartLifecycle {
  private final ExecutorConfig config;
  private final List<LambdaHandler<?>> handlers;
  private final Consumer<WorkerBuilder> common;
  private final List<Service> services = new ArrayList<>();

  /**
   * @param common what all executors have besides
   */
  WorkerLifecycle(
      ExecutorConfig config, List<LambdaHandler<?>> handlers, Consumer<WorkerBuilder> common) {
    this.config = config;
    this.handlers = handlers;
    this.common = common;
  }

  /**
   * @throws dev.atf.runtime.config.ConfigException if the setting {@code lambda} names none of the
   *     handlers
   */
  @Override
  public synchronized void start() {
    if (!config.lambda().isEmpty()) {
      services.add(worker(config).start());
      return;
    }
    for (var handler : handlers) {
      services.add(worker(config.withLambda(handler.lambda())).start());
    }
  }

  private Worker worker(ExecutorConfig settings) {
    var worker = Worker.builder(settings);
    common.accept(worker);
    handlers.forEach(worker::handle);
    return worker.build();
  }

  /** Drains them all at once. */
  @Override
  public synchronized void stop() {
    var drains = services.stream().map(service -> new Thread(service::close, "atf-drain")).toList();
    services.clear();
    drains.forEach(Thread::start);
    drains.forEach(WorkerLifecycle::join);
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
