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
 * Leaves a handler that does not stop to its thread, in a process that must not be ended. Its slot
 * is replaced, and no other attempt of its task begins here until the thread has left the handler
 * ({@link RunningAttempts#add}).
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

  /** Sets what replaces the slot of an isolated attempt; before the first of them. */
  public void whenIsolated(Consumer<RunningAttempt> replace) {
    whenIsolated = replace;
  }

  @Override
  public boolean isolate(RunningAttempt attempt) {
    if (running.isolate(attempt)) {
      isolated.increment();
      log.error(
          "handler isolated {}: it runs on although it may not; its task waits until it ends",
          attempt);
      whenIsolated.accept(attempt);
    }
    return true;
  }

  /**
   * Interrupts the handlers instead after failed heartbeats; their leases end by themselves. An
   * exhausted heap is left to the JVM's own settings, and a failing health check keeps work away.
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
