package dev.atf.sim.time;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** Threads and clocks of one simulated process, which may be paused and killed. */
public final class VirtualProcess implements Threads, InstantSource, MonotonicClock {
  private final Timeline timeline;
  private final Carriers carriers;
  private final String name;
  private final Instant beginning;
  private final List<VirtualThread> threads = new ArrayList<>();
  private Duration skew = Duration.ZERO;
  private long pausedUntil;
  private boolean dead;

  /**
   * Creates a process.
   *
   * @param beginning time of a correct clock at the timeline's zero
   */
  public VirtualProcess(Timeline timeline, Carriers carriers, String name, Instant beginning) {
    this.timeline = timeline;
    this.carriers = carriers;
    this.name = name;
    this.beginning = beginning;
  }

  public String name() {
    return name;
  }

  Carriers carriers() {
    return carriers;
  }

  /** Kills the process like SIGKILL: its threads do nothing any more. */
  public void kill() {
    dead = true;
    List.copyOf(threads).forEach(VirtualThread::wake);
  }

  public boolean isDead() {
    return dead;
  }

  /** Pauses the process like SIGSTOP, with SIGCONT after the time. Its clocks continue. */
  public void pause(Duration time) {
    pausedUntil = Math.max(pausedUntil, timeline.nanos() + time.toNanos());
  }

  public boolean isPaused() {
    return pausedUntil > timeline.nanos();
  }

  /** Sets the error of the process's wall clock from now on. */
  public void setSkew(Duration error) {
    skew = error;
  }

  long pausedUntil() {
    return pausedUntil;
  }

  /**
   * Checks that the process is alive.
   *
   * @throws Killed if it is killed
   */
  public void checkAlive() {
    if (dead) {
      throw new Killed();
    }
  }

  void ended(VirtualThread thread) {
    threads.remove(thread);
  }

  /** Returns whether the caller is a thread of a simulated process. */
  public static boolean isInVirtualTime() {
    return Thread.currentThread() instanceof Carrier carrier && carrier.carried() != null;
  }

  static VirtualThread current() {
    if (Thread.currentThread() instanceof Carrier carrier) {
      var carried = carrier.carried();
      if (carried != null) {
        return carried;
      }
    }
    throw new IllegalStateException(Thread.currentThread() + " is outside of virtual time");
  }

  @Override
  public ThreadHandle start(String threadName, Runnable work) {
    checkAlive();
    var thread = new VirtualThread(this, timeline, threadName, work);
    threads.add(thread);
    thread.start();
    return thread;
  }

  /** Returns a pool that works on the caller's thread. Other threads run at each call of a port. */
  @Override
  public Pool pool(String poolName, int size) {
    return Pool.direct();
  }

  @Override
  public Condition condition(Lock lock) {
    return new VirtualCondition(timeline, lock);
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    long until = timeline.nanos() + Math.max(0, time.toNanos());
    var self = current();
    do {
      boolean ignored = self.await(until);
    } while (timeline.nanos() < until);
  }

  /** Sleeps for the whole time, despite interrupts. The interruption is preserved. */
  public void sleepUninterruptibly(Duration time) {
    boolean interrupted = false;
    long until = timeline.nanos() + Math.max(0, time.toNanos());
    do {
      try {
        sleep(Duration.ofNanos(until - timeline.nanos()));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    } while (timeline.nanos() < until);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Instant instant() {
    return beginning.plusNanos(timeline.nanos()).plus(skew);
  }

  @Override
  public long nanos() {
    return timeline.nanos();
  }
}
