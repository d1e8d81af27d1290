package dev.atf.controller;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;

/**
 * A clock that a test moves, and the threads that wait on it. The threads are real ones; only their
 * waits are not.
 *
 * <p>{@link #pass} and {@link #passUntil} move the clock only while every thread that was started
 * here waits on it, as the simulator does: a slow machine makes a test slower, and no wait of a
 * test shorter.
 */
final class ManualTime implements MonotonicClock, InstantSource, Threads {
  /**
   * Longest step of the clock. It is short compared to what tests wait for, so that the clock moves
   * little further than needed.
   */
  private static final Duration STEP_MAX = Duration.ofMillis(100);

  private static final Duration CHECK_EVERY = Duration.ofMillis(2);
  private static final Duration REAL_TIME_MAX = Duration.ofSeconds(60);
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final Set<Thread> started = new HashSet<>();
  private final Set<Waiter> waiting = new HashSet<>();
  private long nanos;

  /** Wait of one thread. */
  private record Waiter(Thread thread, long until, Semaphore woken) {}

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public Instant instant() {
    return START.plusNanos(nanos());
  }

  /** Moves the clock, whatever its threads do. */
  synchronized void advance(Duration by) {
    nanos += by.toNanos();
    for (var waiter : List.copyOf(waiting)) {
      if (waiter.until() <= nanos) {
        boolean ignored = wake(waiter);
      }
    }
  }

  /** Moves the clock in steps, each once all of its threads wait; returns when they wait again. */
  synchronized void pass(Duration time) throws InterruptedException {
    long until = nanos + time.toNanos();
    awaitIdle();
    while (nanos < until) {
      advance(min(step(), Duration.ofNanos(until - nanos)));
      awaitIdle();
    }
  }

  /** Moves the clock in steps, each once all of its threads wait, until the condition holds. */
  void passUntil(Callable<Boolean> condition) {
    awaiting().until(() -> condition.call() || hasStepped());
  }

  /** Moves the clock in the same way until the assertion holds. */
  void passUntilAsserted(ThrowingRunnable assertion) {
    awaiting()
        .untilAsserted(
            () -> {
              try {
                assertion.run();
              } catch (AssertionError e) {
                boolean ignored = hasStepped();
                throw e;
              }
            });
  }

  /** Waits without moving the clock. */
  static ConditionFactory awaiting() {
    return Awaitility.await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(CHECK_EVERY)
        .atMost(REAL_TIME_MAX);
  }

  /** Returns false, always: what is waited for has not come yet. */
  private synchronized boolean hasStepped() {
    if (isIdle()) {
      advance(step());
    }
    return false;
  }

  /** Returns the time to the next end of a wait, if it is near. */
  private Duration step() {
    long next = waiting.stream().mapToLong(waiter -> waiter.until() - nanos).min().orElse(0);
    return next > 0 ? min(Duration.ofNanos(next), STEP_MAX) : STEP_MAX;
  }

  private boolean isIdle() {
    return waiting.stream().map(Waiter::thread).collect(Collectors.toSet()).containsAll(started);
  }

  private void awaitIdle() throws InterruptedException {
    long left = REAL_TIME_MAX.toNanos();
    long giveUpAt = MonotonicClock.system().nanos() + left;
    while (!isIdle()) {
      if (left <= 0) {
        throw new AssertionError("a thread neither ends nor waits on the clock");
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = giveUpAt - MonotonicClock.system().nanos();
    }
  }

  @Override
  public ThreadHandle start(String name, Runnable work) {
    var thread = new Thread(() -> run(work), name);
    thread.setDaemon(true);
    // This comes before it runs; otherwise the clock might move in between.
    add(thread);
    thread.start();
    return new ManualHandle(thread);
  }

  /** Does {@code work} on the caller's thread, which counts as started here until it is done. */
  void run(Runnable work) {
    add(Thread.currentThread());
    try {
      work.run();
    } finally {
      remove(Thread.currentThread());
    }
  }

  private synchronized void add(Thread thread) {
    started.add(thread);
  }

  private synchronized void remove(Thread thread) {
    started.remove(thread);
    notifyAll();
  }

  @Override
  public Pool pool(String name, int threads) {
    return Threads.system().pool(name, threads);
  }

  @Override
  public Condition condition(Lock lock) {
    return new ManualCondition(lock);
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    await(begin(time.toNanos()));
  }

  private synchronized Waiter begin(long howLong) {
    long until = howLong > Long.MAX_VALUE - nanos ? Long.MAX_VALUE : nanos + howLong;
    var waiter = new Waiter(Thread.currentThread(), until, new Semaphore(0));
    waiting.add(waiter);
    if (until <= nanos) {
      boolean ignored = wake(waiter);
    }
    notifyAll();
    return waiter;
  }

  private void await(Waiter waiter) throws InterruptedException {
    try {
      waiter.woken().acquire();
    } finally {
      boolean ignored = wake(waiter);
    }
  }

  /** Wakes a waiter, whose thread counts as working from now on, although it may not run yet. */
  private synchronized boolean wake(Waiter waiter) {
    boolean waited = waiting.remove(waiter);
    waiter.woken().release();
    return waited;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  /** A thread whose end is awaited until the clock says that it was long enough. */
  private final class ManualHandle implements ThreadHandle {
    private static final int CHECK_EVERY_MILLIS = 1;

    private final Thread thread;

    ManualHandle(Thread thread) {
      this.thread = thread;
    }

    @Override
    public boolean isAlive() {
      return thread.isAlive();
    }

    @Override
    public boolean isCurrent() {
      return Thread.currentThread() == thread;
    }

    @Override
    public void interrupt() {
      thread.interrupt();
    }

    @Override
    public boolean join(Duration patience) throws InterruptedException {
      long until = nanos() + patience.toNanos();
      while (thread.isAlive() && nanos() < until) {
        thread.join(CHECK_EVERY_MILLIS);
      }
      return !thread.isAlive();
    }
  }

  /** A condition whose time is the clock's. */
  private final class ManualCondition implements Condition {
    private final Lock lock;
    private final Deque<Waiter> waiters = new ArrayDeque<>();

    ManualCondition(Lock lock) {
      this.lock = lock;
    }

    @Override
    public long awaitNanos(long time) throws InterruptedException {
      var waiter = begin(time);
      waiters.add(waiter);
      lock.unlock();
      try {
        ManualTime.this.await(waiter);
      } finally {
        lock.lock();
        waiters.remove(waiter);
      }
      return waiter.until() - nanos();
    }

    @Override
    public void signal() {
      // Not one whose time is over already: it would keep the signal from another.
      boolean woken = false;
      while (!woken && !waiters.isEmpty()) {
        woken = wake(waiters.remove());
      }
    }

    @Override
    public void signalAll() {
      while (!waiters.isEmpty()) {
        signal();
      }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the caller's loop
    public void await() throws InterruptedException {
      long ignored = awaitNanos(Long.MAX_VALUE);
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the caller's loop
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
      return awaitNanos(unit.toNanos(time)) > 0;
    }

    @Override
    public void awaitUninterruptibly() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean awaitUntil(Date deadline) {
      throw new UnsupportedOperationException();
    }
  }
}
