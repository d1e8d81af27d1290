package dev.atf.plans.hint;

import dev.atf.plans.row.PlanId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hints that wait for the loop that takes them: one for each plan, a bounded number of them. Adding
 * never waits for anything. Thread-safe.
 */
public final class PendingHints {
  /** Chosen: about 3 MB; seconds of work for the loop that takes them. */
  private static final int PLANS_MAX = 10_000;

  private final int max;
  private final Map<PlanId, PlanHint> pending = new LinkedHashMap<>();
  private volatile Runnable wake = () -> {};

  public PendingHints() {
    this(PLANS_MAX);
  }

  PendingHints(int max) {
    this.max = max;
  }

  /** Names what wakes the loop that takes the hints. */
  public void whenAdded(Runnable action) {
    wake = action;
  }

  /**
   * Adds a hint, and wakes the loop if it is the first.
   *
   * @return false if it was dropped, because hints about too many plans wait
   */
  public boolean add(PlanHint hint) {
    boolean first;
    synchronized (pending) {
      first = pending.isEmpty();
      if (pending.size() >= max && !pending.containsKey(hint.plan())) {
        return false;
      }
      pending.merge(hint.plan(), hint, PlanHint::and);
    }
    if (first) {
      wake.run();
    }
    return true;
  }

  /** Takes out up to {@code count} hints, the oldest first. */
  public List<PlanHint> take(int count) {
    synchronized (pending) {
      var taken = new ArrayList<PlanHint>(Math.min(count, pending.size()));
      var all = pending.values().iterator();
      while (taken.size() < count && all.hasNext()) {
        taken.add(all.next());
        all.remove();
      }
      return taken;
    }
  }

  /** Takes out all hints. */
  public List<PlanHint> take() {
    return take(Integer.MAX_VALUE);
  }
}
