package dev.atf.examples;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskCall;
import dev.atf.executor.TaskInterceptor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Logs slow calls of all handlers of a process. One instance is enough. */
public final class SlowCallLog implements TaskInterceptor {
  private final Duration slow;
  private final InstantSource clock;
  private final Consumer<String> log;

  /**
   * Creates the interceptor.
   *
   * @param slow shortest duration of a slow call
   */
  public SlowCallLog(Duration slow, InstantSource clock, Consumer<String> log) {
    this.slow = slow;
    this.clock = clock;
    this.log = log;
  }

  @Override
  public Outcome intercept(TaskCall call) throws Exception {
    var begun = clock.instant();
    try {
      return call.proceed();
    } finally {
      var took = Duration.between(begun, clock.instant());
      if (took.compareTo(slow) >= 0) {
        log.accept(call.context().lambda() + " took " + took.toSeconds() + " s");
      }
    }
  }
}
