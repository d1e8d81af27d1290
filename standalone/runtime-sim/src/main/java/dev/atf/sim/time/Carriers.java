package dev.atf.sim.time;

import java.util.ArrayDeque;
import java.util.Deque;

/** Pool of real threads, shared by successive simulations. Used only by the holder of the baton. */
public final class Carriers implements AutoCloseable {
  /**
   * About as many as a world of the usual size has. Each waiting thread makes it slower to wake
   * another one, because Linux searches among all threads of a process (futex hash buckets).
   */
  private static final int IDLE_MAX = 100;

  private final Deque<Carrier> idle = new ArrayDeque<>();
  private int made;

  Carrier take() {
    var carrier = idle.poll();
    if (carrier == null) {
      carrier = new Carrier(this, ++made);
      carrier.start();
    }
    return carrier;
  }

  /** Returns whether the carrier is kept; if not, its thread is to end. */
  boolean giveBack(Carrier carrier) {
    boolean kept = idle.size() < IDLE_MAX;
    if (kept) {
      idle.push(carrier);
    }
    return kept;
  }

  /** Ends all idle threads; to be called when nothing runs any more. */
  @Override
  public void close() {
    idle.forEach(carrier -> carrier.baton().release());
    idle.clear();
  }
}
