package dev.atf.hints;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Hints that wait for the loop that takes them: one for each subject, up to a limit. Adding never
 * waits. Thread-safe.
 *
 * @param <K> subject of a hint
 */
public final class PendingHints<K, H> {
  /**
   * Maximum number of hints. They take about 3 MB, and are seconds of work for the loop that takes
   * them.
   */
  private static final int HINTS_MAX = 10_000;

  private final int max;
  private final Function<H, K> subject;
  private final BinaryOperator<H> merge;
  private final Map<K, H> pending = new LinkedHashMap<>();
  private volatile Runnable wake = () -> {};

  /**
   * @param merge makes one hint of an earlier and a later one about the same subject
   */
  public PendingHints(Function<H, K> subject, BinaryOperator<H> merge) {
    this(HINTS_MAX, subject, merge);
  }

  PendingHints(int max, Function<H, K> subject, BinaryOperator<H> merge) {
    this.max = max;
    this.subject = subject;
    this.merge = merge;
  }

  /** Names what wakes the loop that takes the hints. */
  public void whenAdded(Runnable action) {
    wake = action;
  }

  /**
   * Adds a hint, and wakes the loop if it is the first.
   *
   * @return false if it was dropped, because hints about too many subjects wait
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

  /** Takes out up to {@code count} hints, the oldest first. */
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

  /** Takes out all hints. */
  public List<H> take() {
    return take(Integer.MAX_VALUE);
  }
}
