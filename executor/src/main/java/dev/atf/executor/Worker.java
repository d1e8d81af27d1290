package dev.atf.executor;

import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Worker process of a lambda: it is built with its handlers and runs until it is asked to stop.
 *
 * <p>A process serves one lambda. If a program has handlers for several, the setting {@code lambda}
 * selects the one that this process serves.
 */
public final class Worker {
  private final WorkerDefinition definition;

  Worker(WorkerDefinition definition) {
    this.definition = definition;
  }

  public static WorkerBuilder builder(ExecutorConfig config) {
    return new WorkerBuilder(config);
  }

  /**
   * Runs until SIGTERM or SIGINT, then drains and exits with an {@link ExitCode}. This method
   * returns only if the worker cannot start.
   *
   * @return {@link ExitCode#NOT_STARTED} or {@link ExitCode#HANDLER_MISSING}; the reason is on
   *     standard error
   */
  public int run() {
    return WorkerRuntime.ofThisLibrary().run(this);
  }

  /**
   * Starts the worker inside this process, for tests and for programs with their own life cycle.
   * Closing the service drains it. The whole process still exits when its leases may have been
   * given to another executor and, with the setting {@code endWithParent}, when its parent has
   * ended.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handled lambdas
   */
  public Service start() {
    return WorkerRuntime.ofThisLibrary().start(this);
  }

  /** Returns the parts that the worker was built from, for programs that run it in another way. */
  public WorkerDefinition definition() {
    return definition;
  }

  /**
   * Returns the lambda that this process serves.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handled lambdas
   */
  public String lambda() {
    var set = definition.config().lambda();
    var lambda = set.isEmpty() ? onlyLambda() : set;
    if (!definition.handlers().containsKey(lambda)) {
      throw new HandlerMissingException(lambda, lambdas());
    }
    return lambda;
  }

  public static ExitCode exitCode(ConfigException e) {
    return e instanceof HandlerMissingException ? ExitCode.HANDLER_MISSING : ExitCode.NOT_STARTED;
  }

  private String onlyLambda() {
    var lambdas = lambdas();
    if (lambdas.size() != 1) {
      throw new ConfigException("lambda: not set (expected: one of " + lambdas + ")");
    }
    return lambdas.first();
  }

  private SortedSet<String> lambdas() {
    return new TreeSet<>(definition.handlers().keySet());
  }
}
