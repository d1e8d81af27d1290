package dev.atf.sim.time;

import dev.atf.runtime.loop.ThreadHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Thread of a simulated process. */
final class VirtualThread implements ThreadHandle {
  private final VirtualProcess process;
  private final Timeline timeline;
  private final String name;
  private final Runnable body;
  private final Carrier carrier;
  private final List<VirtualThread> joiners = new ArrayList<>();
  private boolean done;

  /** Number of the current wait, which distinguishes a late wake-up from one for the next wait. */
  private long wait;

  private boolean waiting;
  private boolean woken;

  VirtualThread(VirtualProcess process, Timeline timeline, String name, Runnable body) {
    this.process = process;
    this.timeline = timeline;
    this.name = name;
    this.body = body;
    this.carrier = process.carriers().take();
    carrier.carry(this);
  }

  Carrier carrier() {
    return carrier;
  }

  /** Starts the thread. It begins to run when it is drawn. */
  void start() {
    waiting = true;
    wakeAt(timeline.nanos(), ++wait, true);
  }

  /** Runs the body on the carrier. */
  void work() {
    try {
      if (!process.isDead()) {
        body.run();
      }
    } catch (Killed e) {
      // The process was killed on purpose.
    } catch (RuntimeException | Error e) {
      timeline.fail(e);
    }
  }

  /** Ends the thread on the carrier, after the carrier was returned. */
  void left() {
    done = true;
    process.ended(this);
    joiners.forEach(VirtualThread::wake);
    timeline.leave();
  }

  /**
   * Waits. It is called by the running thread.
   *
   * @param untilNanos time of the timeline
   * @return false if the time was reached first
   * @throws InterruptedException if the thread was interrupted before or during the wait
   */
  boolean await(long untilNanos) throws InterruptedException {
    process.checkAlive();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long present = ++wait;
    waiting = true;
    woken = false;
    wakeAt(untilNanos, present, false);
    timeline.pass(this);
    waiting = false;
    process.checkAlive();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return woken;
  }

  /** Ends the current wait, if there is one, but not before other events that are due now. */
  void wake() {
    if (waiting) {
      wakeAt(timeline.nanos(), wait, true);
    }
  }

  private void wakeAt(long atNanos, long ofWait, boolean byOthers) {
    timeline.at(atNanos, () -> resume(ofWait, byOthers));
  }

  private void resume(long ofWait, boolean byOthers) {
    if (done || !waiting || ofWait != wait) {
      return;
    }
    if (process.pausedUntil() > timeline.nanos() && !process.isDead()) {
      wakeAt(process.pausedUntil(), ofWait, byOthers);
      return;
    }
    waiting = false;
    woken = byOthers;
    timeline.resume(this);
  }

  void interrupted() {
    wake();
  }

  @Override
  public boolean isAlive() {
    return !done;
  }

  @Override
  public boolean isCurrent() {
    return Thread.currentThread() == carrier && !done;
  }

  @Override
  public void interrupt() {
    if (!done) {
      carrier.interrupt();
    }
  }

  @Override
  public boolean join(Duration patience) throws InterruptedException {
    if (done) {
      return true;
    }
    if (patience.isNegative() || patience.isZero()) {
      return false;
    }
    var self = VirtualProcess.current();
    joiners.add(self);
    long until = timeline.nanos() + patience.toNanos();
    while (!done && timeline.nanos() < until) {
      boolean ignored = self.await(until);
    }
    joiners.remove(self);
    return done;
  }

  @Override
  public String toString() {
    return process.name() + "/" + name;
  }
}
