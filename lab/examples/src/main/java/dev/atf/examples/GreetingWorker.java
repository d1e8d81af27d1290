package dev.atf.examples;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerBuilder;

/**
 * Complete program for a lambda. {@code atf worker} and {@code atf up} start it with its settings
 * in the environment, and stop it with SIGTERM. It then drains.
 */
public final class GreetingWorker {
  public static final String LAMBDA = "greet";

  private GreetingWorker() {}

  /** Payload of a task. */
  public record Guest(String name) {}

  public static void main(String[] args) {
    System.exit(addTo(Worker.builder(ExecutorConfig.fromEnvironment())).run());
  }

  /** Adds the handler. The program and its tests use this method. */
  public static WorkerBuilder addTo(WorkerBuilder worker) {
    return worker.handle(LAMBDA, Guest.class, GreetingWorker::greet);
  }

  static Outcome greet(Guest guest, TaskContext context) {
    return Outcome.success("Hello, " + guest.name());
  }
}
