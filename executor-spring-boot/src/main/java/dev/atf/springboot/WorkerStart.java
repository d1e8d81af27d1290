package dev.atf.springboot;

import dev.atf.executor.Worker;
import java.util.List;

/** Starts the executors of an application: of a cluster, or of the application itself. */
@FunctionalInterface
interface WorkerStart {
  /** Returns what drains them when it is closed. */
  List<? extends AutoCloseable> start(List<Worker> workers);
}
