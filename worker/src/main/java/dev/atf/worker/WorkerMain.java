package dev.atf.worker;

import dev.atf.runtime.config.ConfigException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of a worker host, with all its settings from the environment. Its arguments are the
 * command line of one executor. Without arguments, it runs executors of the built-in lambdas.
 */
public final class WorkerMain {
  private static final Logger log = LoggerFactory.getLogger(WorkerMain.class);

  private WorkerMain() {}

  public static void main(String[] args) throws InterruptedException {
    var command = args.length == 0 ? WorkerHost.builtins() : List.of(args);
    try {
      new WorkerHost(System.getenv(), Optional.empty(), Optional.empty(), command).run();
    } catch (ConfigException e) {
      System.err.println("worker: " + e.getMessage());
      System.exit(1);
    } catch (RuntimeException e) {
      // Threads of a host that has started in part would keep the process alive.
      log.error("the worker could not start", e);
      System.err.println("worker: could not start: " + e);
      System.exit(1);
    }
  }
}
