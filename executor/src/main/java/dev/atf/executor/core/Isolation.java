package dev.atf.executor.core;

import dev.atf.executor.ExitCode;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Abandons the thread of a handler that does not stop, in a process that must not be ended. The
 * handler's slot is replaced, and no other attempt of its task starts here until the thread has
 * left the handler ({@link RunningAttempts#add}).
 */
public final class Isolation implements Terminator {
  private static final Logger log = LoggerFactory.getLogger(Isolation.class);

  private final RunningAttempts running;
  private final Counter isolated;
  private Consumer<RunningAttempt> whenIsolated = attempt -> {};

  public Isolation(RunningAttempts running, MeterRegistry metrics) {
    this.running = running;
    this.isolated = Counter.builder("atf.executor.handlers.isolated").register(metrics);
    Gauge.builder("atf.executor.handlers.isolated.running", running, RunningAttempts::isolatedCount)
        .register(metrics);
  }

  /**
   * Sets the action that replaces the slot of an isolated attempt. It must be called before the
   * first attempt is isolated.
   */
  public void whenIsolated(Consumer<RunningAttempt> replace) {
    whenIsolated = replace;
  }

  @Override
  public boolean isolate(RunningAttempt attempt) {
    if (running.isolate(attempt)) {
      isolated.increment();
      log.error(
          "handler isolated {}: it still runs after its attempt; its task waits until it ends",
          attempt);
      whenIsolated.accept(attempt);
    }
    return true;
  }

  /**
   * Does not end the process. After failed heartbeats, it interrupts the handlers; their leases
   * expire by themselves. An exhausted heap is left to the JVM's own settings. While the health
   * check fails, the process takes no work anyway.
   */
  @Override
  public void terminate(ExitCode code, String reason) {
    if (code == ExitCode.UNHEALTHY) {
      return;
    }
    log.error("attempts are given up count={} {}: {}", running.count(), code, reason);
    if (code == ExitCode.LEASE_OVER) {
      running.owned().forEach(running::lost);
    }
  }
}
