package dev.atf.springboot;

import dev.atf.executor.Worker;
import java.util.List;

/**
 * Starts the executors of an application, either for a cluster or for the application's own
 * embedded engine.
 */
@FunctionalInterface
interface WorkerStart {
  /** Returns services that drain the executors when they are closed. */
  List<? extends AutoCloseable> start(List<Worker> workers);
}
