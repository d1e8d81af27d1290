package dev.atf.lab.execution;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.runtime.config.ConfigException;
import dev.atf.worker.ChildJvm;
import dev.atf.worker.builtin.BuiltinLambdas;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Program of an executor that records each execution. Its settings name the lambda: a built-in one,
 * or one of the lab's own, {@code noop} and {@code noisy}. Its argument is the directory of its
 * {@link ExecutionLog}.
 */
public final class LoggingExecutor {
  /** Lambda whose tasks do nothing. */
  public static final String NOOP = "noop";

  /** Subdirectory for the log of the noisy lambda's executor. */
  public static final String NOISY_DIRECTORY = "noisy";

  private LoggingExecutor() {}

  /**
   * Returns the command line that starts this program on the class path of the current process.
   *
   * @param logs directory of its log
   */
  public static List<String> command(Path logs) {
    return ChildJvm.running(LoggingExecutor.class.getName(), logs.toString());
  }

  public static void main(String[] args) {
    System.exit(run(Path.of(args[0])));
  }

  private static int run(Path logs) {
    try {
      return run(logs, ExecutorConfig.load(Optional.empty()));
    } catch (ConfigException e) {
      System.err.println("executor: " + e.getMessage());
      return Worker.exitCode(e).code();
    }
  }

  private static int run(Path logs, ExecutorConfig config) {
    var log = ExecutionLog.in(logs);
    return BuiltinLambdas.addTo(Worker.builder(config), config, log::around)
        .handle(NOOP, byte[].class, log.around((payload, context) -> Outcome.success()))
        .handle(
            NoisyHandler.LAMBDA,
            NoisyHandler.Work.class,
            ExecutionLog.in(logs.resolve(NOISY_DIRECTORY)).around(new NoisyHandler()))
        .run();
  }
}
