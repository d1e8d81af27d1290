package dev.atf.simulation.time;

import java.util.ArrayDeque;
import java.util.Deque;

/** Real threads, used again from simulation to simulation. Touched by who holds the baton alone. */
public final class Carriers implements AutoCloseable {
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

  void giveBack(Carrier carrier) {
    idle.push(carrier);
  }

  /** To be called when nothing runs any more. */
  @Override
  public void close() {
    idle.forEach(carrier -> carrier.baton().release());
    idle.clear();
  }
}
