package dev.atf.sim.time;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** Condition of a lock in virtual time. */
final class VirtualCondition implements Condition {
  private final Timeline timeline;
  private final Lock lock;
  private final Deque<VirtualThread> waiting = new ArrayDeque<>();

  VirtualCondition(Timeline timeline, Lock lock) {
    this.timeline = timeline;
    this.lock = lock;
  }

  @Override
  public long awaitNanos(long nanos) throws InterruptedException {
    long until =
        nanos > Long.MAX_VALUE - timeline.nanos() ? Long.MAX_VALUE : timeline.nanos() + nanos;
    var self = VirtualProcess.current();
    waiting.add(self);
    lock.unlock();
    try {
      boolean ignored = self.await(until);
    } finally {
      waiting.remove(self);
      lock.lock();
    }
    return until - timeline.nanos();
  }

  @Override
  public void signal() {
    var first = waiting.poll();
    if (first != null) {
      first.wake();
    }
  }

  @Override
  public void signalAll() {
    var all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(VirtualThread::wake);
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
  @SuppressWarnings("WaitNotInLoop") // the caller's loop
  public void awaitUninterruptibly() {
    boolean interrupted = false;
    boolean waited = false;
    while (!waited) {
      try {
        await();
        waited = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean awaitUntil(Date deadline) {
    throw new UnsupportedOperationException();
  }
}
