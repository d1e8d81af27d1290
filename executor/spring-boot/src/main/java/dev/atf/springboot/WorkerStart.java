package dev.atf.springboot;

import dev.atf.executor.Worker;
import java.util.List;
import java.util.function.Consumer;

/**
 * Starts the executors of an application, either for a cluster or for the application's own
 * embedded engine.
 */
@FunctionalInterface
interface WorkerStart {
  /**
   * Starts the executors.
   *
   * @param started receives each service that was started, also if a later one cannot start. When
   *     closed, it drains its executors
   */
  void start(List<Worker> workers, Consumer<AutoCloseable> started);
}
