package dev.atf.hints;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Hints that wait for their loop, one for each subject, up to a limit. Adding never waits.
 * Thread-safe.
 *
 * @param <K> subject of a hint
 * @param <H> type of a hint
 */
public final class PendingHints<K, H> {
  /** Maximum number of hints. They take about 3 MB, and keep their loop busy for seconds. */
  private static final int HINTS_MAX = 10_000;

  private final int max;
  private final Function<H, K> subject;
  private final BinaryOperator<H> merge;
  private final Map<K, H> pending = new LinkedHashMap<>();
  private volatile Runnable wake = () -> {};

  /**
   * Creates an empty set.
   *
   * @param subject returns the subject of a hint
   * @param merge merges an earlier and a later hint about the same subject
   */
  public PendingHints(Function<H, K> subject, BinaryOperator<H> merge) {
    this(HINTS_MAX, subject, merge);
  }

  PendingHints(int max, Function<H, K> subject, BinaryOperator<H> merge) {
    this.max = max;
    this.subject = subject;
    this.merge = merge;
  }

  /** Registers the action that wakes the loop. */
  public void whenAdded(Runnable action) {
    wake = action;
  }

  /**
   * Adds a hint. The first one wakes the loop.
   *
   * @return false if the hint was dropped, because the limit is reached
   */
  public boolean add(H hint) {
    var key = subject.apply(hint);
    boolean first;
    synchronized (pending) {
      first = pending.isEmpty();
      if (pending.size() >= max && !pending.containsKey(key)) {
        return false;
      }
      pending.merge(key, hint, merge);
    }
    if (first) {
      wake.run();
    }
    return true;
  }

  /** Removes and returns up to {@code count} hints, oldest first. */
  public List<H> take(int count) {
    synchronized (pending) {
      var taken = new ArrayList<H>(Math.min(count, pending.size()));
      var all = pending.values().iterator();
      while (taken.size() < count && all.hasNext()) {
        taken.add(all.next());
        all.remove();
      }
      return taken;
    }
  }

  /** Removes and returns all hints. */
  public List<H> take() {
    return take(Integer.MAX_VALUE);
  }
}
