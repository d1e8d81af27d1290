package dev.atf.runtime.loop;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link Step} repeatedly on its own thread until it is stopped. Between turns, it waits for
 * as long as the step requests, or until it is woken. After a failure, it backs off with full
 * jitter. It reports whether it is alive.
 */
public final class Loop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);

  /**
   * Maximum wait. A step that requests a longer wait gets a turn after this time, in which it has
   * nothing to do.
   */
  private static final Duration WAIT_MAX = Duration.ofDays(1);

  static final Duration INTERRUPT_AFTER = Duration.ofSeconds(1);

  private final String name;
  private final Step step;
  private final LoopSettings settings;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final Counter failures;
  private final Gauge alive;
  private final MeterRegistry metrics;
  private final Threads threads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;
  private boolean woken;
  private volatile boolean stopped;
  private volatile @Nullable ThreadHandle handle;
  private volatile long turnBegunAt;
  private volatile boolean inTurn;
  private int failedInARow;

  Loop(
      String name,
      Step step,
      LoopSettings settings,
      Threads threads,
      MonotonicClock clock,
      RandomGenerator random,
      MeterRegistry metrics) {
    this.name = name;
    this.threads = threads;
    this.changed = threads.condition(lock);
    this.step = step;
    this.settings = settings;
    this.clock = clock;
    this.random = random;
    this.turnBegunAt = clock.nanos();
    this.failures = Counter.builder("atf.loop.failures").tag("loop", name).register(metrics);
    this.metrics = metrics;
    this.alive =
        Gauge.builder("atf.loop.alive", this, loop -> loop.isAlive() ? 1 : 0)
            .tag("loop", name)
            .register(metrics);
  }

  void start() {
    // Under the lock, since its first turn may already ask which thread it is.
    lock.lock();
    try {
      handle = threads.start("atf-" + name, this::run);
    } finally {
      lock.unlock();
    }
  }

  public String name() {
    return name;
  }

  /** Returns false if the current turn takes longer than it may, or the thread has died. */
  public boolean isAlive() {
    boolean hanging = inTurn && clock.since(turnBegunAt).compareTo(settings.turnTimeMax()) > 0;
    var thread = handle;
    return thread != null && thread.isAlive() && !hanging;
  }

  /**
   * Ends the current wait, so that the next turn starts immediately. If a turn is in progress, one
   * more turn follows it without a wait, for any number of calls. The back-off after a failed turn
   * is not shortened.
   */
  public void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets the current turn end, interrupts it after a second, and returns when the loop has ended.
   * If the step itself calls this method, it returns immediately, and the step gets no further
   * turn.
   */
  @Override
  public void close() {
    requestStop();
    awaitEnd(clock.nanos() + INTERRUPT_AFTER.toNanos());
  }

  /** Prevents any further turn, without waiting. */
  void requestStop() {
    stopped = true;
    wake();
    metrics.remove(alive);
  }

  /**
   * Waits until the loop has ended, up to its stop time-out.
   *
   * @param interruptAt time on the monotonic clock at which a turn in progress is interrupted
   */
  void awaitEnd(long interruptAt) {
    var thread = handle;
    if (thread == null || thread.isCurrent()) {
      return;
    }
    try {
      if (thread.join(Duration.ofNanos(interruptAt - clock.nanos()))) {
        return;
      }
      thread.interrupt();
      if (!thread.join(settings.stopTimeout())) {
        log.warn("loop={} has not ended within {} and is abandoned", name, settings.stopTimeout());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopped) {
        var wait = turn();
        await(min(wait, WAIT_MAX));
      }
    } catch (InterruptedException e) {
      // A loop is interrupted only to stop it.
      Thread.currentThread().interrupt();
    } catch (Error e) {
      log.error("loop={} has died", name, e);
      throw e;
    }
  }

  private void await(Duration wait) throws InterruptedException {
    lock.lock();
    try {
      long left = wait.toNanos();
      while (!stopped && (failedInARow > 0 || !woken) && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (failedInARow == 0) {
        woken = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private Duration turn() throws InterruptedException {
    turnBegunAt = clock.nanos();
    inTurn = true;
    try {
      var wait = step.turn();
      failedInARow = 0;
      return wait;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      failedInARow++;
      failures.increment();
      var wait = backoff();
      log.warn("loop={} failed {} times in a row, next turn in {}", name, failedInARow, wait, e);
      return wait;
    } finally {
      inTurn = false;
    }
  }

  private Duration backoff() {
    long doublings = Math.min(failedInARow - 1, 20);
    long bound =
        Math.min(settings.backoffMax().toMillis(), settings.backoffMin().toMillis() << doublings);
    return Duration.ofMillis(1 + random.nextLong(bound + 1));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
