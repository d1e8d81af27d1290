package dev.atf.worker;

import dev.atf.runtime.config.ConfigException;
import java.util.List;
import java.util.Optional;

/**
 * Main class of a worker host, with all its settings from the environment. Its arguments are the
 * command line of one executor. Without arguments, it runs executors of the built-in lambdas.
 */
public final class WorkerMain {
  private WorkerMain() {}

  public static void main(String[] args) throws InterruptedException {
    var command = args.length == 0 ? WorkerHost.builtins() : List.of(args);
    try {
      new WorkerHost(System.getenv(), Optional.empty(), Optional.empty(), command).run();
    } catch (ConfigException e) {
      System.err.println("worker: " + e.getMessage());
      System.exit(1);
    }
  }
}
