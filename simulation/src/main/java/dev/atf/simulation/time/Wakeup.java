package dev.atf.simulation.time;

/**
 * Something that happens at a time.
 *
 * @param order drawn: what happens at the same time happens in this order
 * @param number of those with the same drawn order
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
