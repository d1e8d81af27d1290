package dev.atf.simulation.time;

import java.time.Duration;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time. Of all threads of a simulation one runs at a time: the one that holds the baton. It
 * gives the baton away only where it waits, and what comes next is what is due next; of what is due
 * at the same time, what is drawn. So one seed makes one history.
 *
 * <p>Time moves only while everybody waits. The thread that waits looks up itself what comes next
 * and hands the baton over directly.
 */
public final class Timeline {
  /** More happenings at one instant are a loop that never waits. */
  private static final int AT_ONE_INSTANT_MAX = 100_000;

  /** Real time: a thread that blocks outside of the simulation would hang it for ever. */
  private static final Duration STUCK_AFTER = Duration.ofSeconds(60);

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

  /** Since the beginning. */
  public long nanos() {
    return now;
  }

  /** How much has happened. */
  public long happened() {
    return happened;
  }

  /** Has {@code action} happen after a time; it must not wait. */
  public void after(Duration delay, Runnable action) {
    at(now + Math.max(0, delay.toNanos()), action);
  }

  void at(long atNanos, Runnable action) {
    wakeups.add(new Wakeup(Math.max(now, atNanos), random.nextLong(), number++, action));
  }

  /** Lets time go on from here; returns when it is {@code until} or when nothing is left. */
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
    try {
      if (!ended.tryAcquire(STUCK_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
        // A long run is no fault as long as something happens.
        long before;
        do {
          before = happened;
        } while (!ended.tryAcquire(STUCK_AFTER.toMillis(), TimeUnit.MILLISECONDS)
            && happened != before);
        if (happened == before) {
          throw blocked(Objects.requireNonNull(running));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static IllegalStateException blocked(VirtualThread thread) {
    var blocked = new IllegalStateException("a thread blocks outside of virtual time: " + thread);
    blocked.setStackTrace(thread.carrier().getStackTrace());
    return blocked;
  }

  /** Ends the run, which throws it. */
  public void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /** Makes things happen until a thread is to run; false at the end. */
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
        fail(new IllegalStateException("somebody never waits: " + wakeup.action()));
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

  /** To be called by an action: this thread runs next. */
  void resume(VirtualThread thread) {
    next = thread;
  }

  private void handOver() {
    var thread = Objects.requireNonNull(next);
    running = thread;
    thread.carrier().baton().release();
  }

  /** The thread that holds the baton gives it away, and returns when it has it again. */
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

  /** The thread that holds the baton gives it away for good. */
  void leave() {
    if (hasNext()) {
      handOver();
    } else {
      ended.release();
    }
  }
}
