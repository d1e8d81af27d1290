package dev.atf.executor;

import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import java.util.ServiceLoader;

/**
 * Runs workers as executors. The library has one implementation and finds it with {@link
 * ServiceLoader}, so that the API does not depend on its implementation (ADR 0096).
 */
public interface WorkerRuntime {
  /** Implements {@link Worker#run}. */
  int run(Worker worker);

  /**
   * Implements {@link Worker#start}.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handlers
   */
  Service start(Worker worker);

  /**
   * Returns the implementation.
   *
   * @throws IllegalStateException if the library is incomplete
   */
  static WorkerRuntime ofThisLibrary() {
    return ServiceLoader.load(WorkerRuntime.class, WorkerRuntime.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "atf-executor is incomplete: META-INF/services/%s is missing (expected: the"
                            .formatted(WorkerRuntime.class.getName())
                        + " whole jar on the class path)"));
  }
}
