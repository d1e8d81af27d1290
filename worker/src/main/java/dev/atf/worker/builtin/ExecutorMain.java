package dev.atf.worker.builtin;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.HandlerMissingException;
import dev.atf.executor.Worker;
import dev.atf.runtime.config.ConfigException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Main class of an executor for one of the built-in lambdas. The only argument, which is optional,
 * is a settings file.
 */
public final class ExecutorMain {
  private ExecutorMain() {}

  public static void main(String[] args) {
    System.exit(run(Arrays.stream(args).findFirst().map(Path::of)));
  }

  /**
   * Runs the built-in handler that the setting {@code lambda} names.
   *
   * @return 1 if it cannot start; otherwise this method never returns
   */
  public static int run(Optional<Path> configFile) {
    try {
      var config = ExecutorConfig.load(configFile);
      if (!BuiltinLambdas.NAMES.contains(config.lambda())) {
        throw new HandlerMissingException(config.lambda(), BuiltinLambdas.NAMES);
      }
      return BuiltinLambdas.addTo(Worker.builder(config), config).run();
    } catch (ConfigException e) {
      System.err.println("executor: " + e.getMessage());
      return Worker.exitCode(e).code();
    }
  }
}
