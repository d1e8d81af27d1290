package dev.atf.sim.time;

import java.util.ArrayDeque;
import java.util.Deque;

/** Pool of real threads, shared by successive simulations. Only the holder of the baton uses it. */
public final class Carriers implements AutoCloseable {
  /**
   * Maximum number of idle threads, which is about the number in a world of the usual size. Each
   * waiting thread slows down the waking of others, because Linux searches all threads of a process
   * (futex hash buckets).
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

  /** Returns a carrier to the pool. Returns false if its thread must end. */
  boolean putBack(Carrier carrier) {
    boolean kept = idle.size() < IDLE_MAX;
    if (kept) {
      idle.push(carrier);
    }
    return kept;
  }

  /** Ends all idle threads. It is called when no thread runs. */
  @Override
  public void close() {
    idle.forEach(carrier -> carrier.baton().release());
    idle.clear();
  }
}
