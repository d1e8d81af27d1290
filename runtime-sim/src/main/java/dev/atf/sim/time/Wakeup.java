package dev.atf.sim.time;

/**
 * Event at a time.
 *
 * @param order drawn number that orders the events of the same time
 * @param number orders those with the same drawn order
 */
record Wakeup(long atNanos, long order, long number, Runnable action)
    implements Comparable<Wakeup> {
  @Override
  public int compareTo(Wakeup other) {
    int byTime = Long.compare(atNanos, other.atNanos);
    if (byTime != 0) {
      return byTime;
    }
    int byOrder = Long.compare(order, other.order);
    return byOrder != 0 ? byOrder : Long.compare(number, other.number);
  }
}
