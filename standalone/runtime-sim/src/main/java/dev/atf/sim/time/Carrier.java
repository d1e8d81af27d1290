package dev.atf.sim.time;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Real thread that carries one virtual thread after the other. */
final class Carrier extends Thread {
  private final Semaphore baton = new Semaphore(0);
  private final Carriers home;
  private @Nullable VirtualThread carried;

  Carrier(Carriers home, int number) {
    super("carrier-" + number);
    this.home = home;
    setDaemon(true);
  }

  Semaphore baton() {
    return baton;
  }

  @Nullable VirtualThread carried() {
    return carried;
  }

  /** Returns whether the thread waits for something other than processor time. */
  boolean isBlocked() {
    return getState() != State.RUNNABLE && baton.availablePermits() == 0;
  }

  /** Assigns a virtual thread, which runs once {@link #baton} is released. */
  void carry(VirtualThread thread) {
    carried = thread;
  }

  @Override
  public void interrupt() {
    super.interrupt();
    var thread = carried;
    if (thread != null) {
      thread.interrupted();
    }
  }

  @Override
  public void run() {
    while (true) {
      baton.acquireUninterruptibly();
      var thread = carried;
      if (thread == null) {
        return;
      }
      thread.work();
      carried = null;
      boolean ignored = interrupted();
      // Before the baton is passed: its next holder may need a carrier.
      boolean kept = home.putBack(this);
      thread.left();
      if (!kept) {
        return;
      }
    }
  }
}
