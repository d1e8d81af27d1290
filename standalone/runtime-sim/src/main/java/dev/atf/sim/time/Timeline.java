package dev.atf.sim.time;

import java.time.Duration;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time. One thread of a simulation runs at a time: the holder of the baton. It passes the
 * baton only when it waits. Events happen in the order of their times, and simultaneous events in a
 * random order. Therefore one seed has exactly one history.
 *
 * <p>Time moves only while all threads wait. The waiting thread itself finds the next event and
 * passes the baton directly.
 */
public final class Timeline {
  /** Maximum number of events at one instant. A larger number indicates a loop that never waits. */
  private static final int AT_ONE_INSTANT_MAX = 100_000;

  /**
   * Interval of checks of the running thread. The checks are counted, because a busy machine makes
   * few of them.
   */
  private static final Duration CHECK_EVERY = Duration.ofSeconds(1);

  /**
   * Number of consecutive checks after which a thread that blocks outside of virtual time fails the
   * run.
   */
  private static final int BLOCKED_CHECKS_MAX = 60;

  /** Number of consecutive checks after which a thread that only computes fails the run. */
  private static final int BUSY_CHECKS_MAX = 600;

  private final PriorityQueue<Wakeup> wakeups = new PriorityQueue<>();
  private final RandomGenerator random;
  private final Semaphore ended = new Semaphore(0);
  private @Nullable Throwable failure;
  private @Nullable VirtualThread running;
  private @Nullable VirtualThread next;
  private long now;
  private long untilNanos;
  private long happened;
  private long atThisInstant;
  private long number;

  public Timeline(RandomGenerator random) {
    this.random = random;
  }

  /** Returns the virtual time since the beginning. */
  public long nanos() {
    return now;
  }

  /** Returns the number of events so far. */
  public long happened() {
    return happened;
  }

  /** Runs {@code action} after a delay. The action must not wait. */
  public void after(Duration delay, Runnable action) {
    at(now + Math.max(0, delay.toNanos()), action);
  }

  void at(long atNanos, Runnable action) {
    wakeups.add(new Wakeup(Math.max(now, atNanos), random.nextLong(), number++, action));
  }

  /** Advances time, until it is {@code until} or no event is left. */
  public void runUntil(Duration until) {
    untilNanos = until.toNanos();
    if (hasNext()) {
      handOver();
      awaitEnd();
    }
    if (failure != null) {
      var cause = failure;
      failure = null;
      throw new SimulationFailedException(cause);
    }
  }

  private void awaitEnd() {
    long before = happened;
    int checks = 0;
    int blocked = 0;
    try {
      while (!ended.tryAcquire(CHECK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        var thread = Objects.requireNonNull(running);
        boolean same = happened == before;
        before = happened;
        checks = same ? checks + 1 : 0;
        blocked = same && thread.carrier().isBlocked() ? blocked + 1 : 0;
        if (blocked == BLOCKED_CHECKS_MAX || checks == BUSY_CHECKS_MAX) {
          throw stuck(thread, blocked > 0 ? "blocks outside of virtual time" : "never waits");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static IllegalStateException stuck(VirtualThread thread, String what) {
    var stuck = new IllegalStateException("a thread %s: %s".formatted(what, thread));
    stuck.setStackTrace(thread.carrier().getStackTrace());
    return stuck;
  }

  /** Ends the run, which throws {@code cause}. */
  public void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /** Runs events until a thread is to run. Returns false at the end. */
  private boolean hasNext() {
    while (failure == null) {
      var wakeup = wakeups.peek();
      if (wakeup == null || wakeup.atNanos() > untilNanos) {
        now = Math.max(now, untilNanos);
        return false;
      }
      wakeups.remove();
      atThisInstant = wakeup.atNanos() == now ? atThisInstant + 1 : 0;
      if (atThisInstant > AT_ONE_INSTANT_MAX) {
        fail(new IllegalStateException("an action never waits: " + wakeup.action()));
        return false;
      }
      now = wakeup.atNanos();
      happened++;
      next = null;
      try {
        wakeup.action().run();
      } catch (RuntimeException | Error e) {
        fail(e);
      }
      if (next != null && failure == null) {
        return true;
      }
    }
    return false;
  }

  /** Makes this thread run next. It is called by an action. */
  void resume(VirtualThread thread) {
    next = thread;
  }

  private void handOver() {
    var thread = Objects.requireNonNull(next);
    running = thread;
    thread.carrier().baton().release();
  }

  /** Passes the baton of the current thread, and returns when the thread has it again. */
  void pass(VirtualThread from) {
    if (!hasNext()) {
      ended.release();
    } else if (next == from) {
      return;
    } else {
      handOver();
    }
    from.carrier().baton().acquireUninterruptibly();
  }

  /** Passes the baton of the current thread, which then ends. */
  void leave() {
    if (hasNext()) {
      handOver();
    } else {
      ended.release();
    }
  }

  /**
   * Event at a time.
   *
   * @param order random number that orders simultaneous events
   * @param number number that orders events with the same {@code order}
   */
  private record Wakeup(long atNanos, long order, long number, Runnable action)
      implements Comparable<Wakeup> {
    @Override
    public int compareTo(Wakeup other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      if (byTime != 0) {
        return byTime;
      }
      int byOrder = Long.compare(order, other.order);
      return byOrder != 0 ? byOrder : Long.compare(number, other.number);
    }
  }
}
