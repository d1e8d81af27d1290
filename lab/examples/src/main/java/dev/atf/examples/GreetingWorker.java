package dev.atf.examples;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerBuilder;

/**
 * A whole program of a lambda's owner. {@code atf worker} and {@code atf up} start it, give it its
 * settings by the environment, and end it by SIGTERM, upon which it drains.
 */
public final class GreetingWorker {
  public static final String LAMBDA = "greet";

  private GreetingWorker() {}

  /** Payload of a task. */
  public record Guest(String name) {}

  public static void main(String[] args) {
    System.exit(addTo(Worker.builder(ExecutorConfig.fromEnvironment())).run());
  }

  /** Adds the handler, for the program and its tests alike. */
  public static WorkerBuilder addTo(WorkerBuilder worker) {
    return worker.handle(LAMBDA, Guest.class, GreetingWorker::greet);
  }

  static Outcome greet(Guest guest, TaskContext context) {
    return Outcome.success("Hello, " + guest.name());
  }
}
