package dev.atf.executor.core.health;

import dev.atf.executor.ExitCode;
import dev.atf.executor.HealthCheck;
import dev.atf.executor.HealthConfig;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.loop.WakeableStep;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the health check of this process, and closes its gate to new work while the check fails. A
 * check that hangs counts as failed, and no other check starts before it ends.
 */
public final class HealthStep implements WakeableStep {
  private static final Logger log = LoggerFactory.getLogger(HealthStep.class);

  /**
   * Number of consecutive checks that must pass before a process takes work again. At its start,
   * one is enough.
   */
  private static final int PASSES = 2;

  private static final int FAILURE_CHARS_MAX = 300;

  private final HealthCheck check;
  private final HealthConfig config;
  private final HealthGate gate;
  private final HealthNotice controller;
  private final RunningAttempts running;
  private final Terminator terminator;
  private final Threads threads;
  private final MonotonicClock clock;
  private Runnable wake = () -> {};
  private @Nullable Running current;
  private boolean everPassed;
  private int failures;
  private int passes;
  private long failingSince;

  /** One run of the check; its thread sets the result once. */
  private static final class Running {
    private final long begunAt;

    /** Set if the run already counts as failed, because it did not end in time. */
    private boolean counted;

    private @Nullable ThreadHandle thread;
    private volatile boolean over;

    /** Failure of the check; empty if it has passed. */
    private volatile String failure = "";

    Running(long begunAt) {
      this.begunAt = begunAt;
    }
  }

  public HealthStep(
      HealthCheck check,
      HealthConfig config,
      HealthGate gate,
      HealthNotice controller,
      RunningAttempts running,
      Terminator terminator,
      Threads threads,
      MonotonicClock clock) {
    this.check = check;
    this.config = config;
    this.gate = gate;
    this.controller = controller;
    this.running = running;
    this.terminator = terminator;
    this.threads = threads;
    this.clock = clock;
    this.failingSince = clock.nanos();
  }

  @Override
  public void whenEarlier(Runnable wakeLoop) {
    wake = wakeLoop;
  }

  @Override
  public Duration turn() {
    var run = current;
    if (run == null) {
      current = begin();
      return config.timeout();
    }
    var took = clock.since(run.begunAt);
    if (run.over) {
      current = null;
      if (!run.counted) {
        record(run.failure);
      }
    } else if (took.compareTo(config.timeout()) >= 0) {
      if (!run.counted) {
        interrupt(run);
      }
      run.counted = true;
      record("its health check does not end: " + took.toSeconds() + " s");
      return config.every();
    } else {
      return config.timeout().minus(took);
    }
    var left = config.every().minus(took);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Running begin() {
    var run = new Running(clock.nanos());
    run.thread =
        threads.start(
            "atf-health-check",
            () -> {
              run.failure = "its health check ended with an error";
              try {
                run.failure = failure();
              } finally {
                run.over = true;
                wake.run();
              }
            });
    return run;
  }

  private static void interrupt(Running run) {
    if (run.thread != null) {
      run.thread.interrupt();
    }
  }

  private String failure() {
    try {
      check.check();
      return "";
    } catch (Exception | LinkageError e) {
      var message =
          e.getMessage() == null || e.getMessage().isBlank()
              ? e.getClass().getSimpleName()
              : e.getMessage();
      return message.length() <= FAILURE_CHARS_MAX
          ? message
          : message.substring(0, FAILURE_CHARS_MAX);
    }
  }

  private void record(String failure) {
    if (failure.isEmpty()) {
      passed();
    } else {
      failed(failure);
    }
  }

  private void passed() {
    failures = 0;
    passes++;
    if (!gate.passes() && (passes >= PASSES || !everPassed)) {
      log.info("the health check passes: this process takes work");
      gate.setPasses(true);
    }
    everPassed = true;
  }

  private void failed(String failure) {
    passes = 0;
    failures++;
    boolean wasOpen = gate.passes();
    if (failures == 1) {
      log.warn("the health check fails: {}", failure);
      failingSince = clock.nanos();
    }
    if (wasOpen && failures < config.failuresMax()) {
      return;
    }
    if (wasOpen) {
      log.error("the health check has failed {} times: no work is taken", failures);
      gate.setPasses(false);
    }
    controller.failing(failure);
    if (!config.mustDieAfter().isZero()
        && clock.since(failingSince).compareTo(config.mustDieAfter()) >= 0
        && running.count() == 0) {
      terminator.terminate(
          ExitCode.UNHEALTHY, "the health check fails since " + clock.since(failingSince));
    }
  }
}
