package dev.atf.simulation.time;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A real thread, which carries one virtual thread after the other. */
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

  /** Until {@link #baton} is released, nothing runs. */
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
      // Before the baton goes: whoever has it next may need a carrier.
      boolean kept = home.giveBack(this);
      thread.left();
      if (!kept) {
        return;
      }
    }
  }
}
