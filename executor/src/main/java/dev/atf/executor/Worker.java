package dev.atf.executor;

import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Process of a lambda's owner: created with its handlers, then run until it is asked to end.
 *
 * <p>A process serves one lambda. One program may have handlers for several; the setting {@code
 * lambda} then selects the one of this process.
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
   * Runs until SIGTERM or SIGINT, drains, and ends the process as {@link ExitCode} says. It returns
   * only if it cannot start.
   *
   * @return {@link ExitCode#NOT_STARTED} or {@link ExitCode#HANDLER_MISSING}; standard error has
   *     the reason
   */
  public int run() {
    return WorkerRuntime.ofThisLibrary().run(this);
  }

  /**
   * Starts inside this process, for tests and for programs with a life cycle of their own; closing
   * the service drains it. A process that would run beside its successor is still ended as a whole
   * and so, with the setting {@code endWithParent}, is one whose parent has ended.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handlers
   */
  public Service start() {
    return WorkerRuntime.ofThisLibrary().start(this);
  }

  /** Returns what the worker was built from, for programs that run it in another way. */
  public WorkerDefinition definition() {
    return definition;
  }

  /**
   * Returns the lambda that this process serves.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handlers
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
