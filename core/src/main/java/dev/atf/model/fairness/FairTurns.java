package dev.atf.model.fairness;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Weighted turns of groups that have something waiting (stride scheduling): the group that was
 * served least in relation to its weight is next. A group that is new, or that could not be served
 * for a while, also comes next, but gets no compensation for the past. Not thread-safe.
 */
public final class FairTurns {
  private final Map<KeyGroup, Turn> turns = new HashMap<>();
  private final TreeSet<Turn> order =
      new TreeSet<>(Comparator.comparingDouble(Turn::at).thenComparing(Turn::group));

  /** Virtual time of the turns: the time of the group that was served last. */
  private double served;

  /**
   * Position of a group.
   *
   * @param at virtual time; the smallest is next
   */
  private record Turn(KeyGroup group, double at) {}

  /** Adds a group that has something waiting, unless it is already present. */
  public void enter(KeyGroup group) {
    if (!turns.containsKey(group)) {
      put(new Turn(group, served));
    }
  }

  /** Removes a group without waiting tasks. */
  public void leave(KeyGroup group) {
    var turn = turns.remove(group);
    if (turn != null) {
      order.remove(turn);
    }
  }

  /** Returns the next of the groups that may be served; null if there is none. */
  public @Nullable KeyGroup next(Predicate<KeyGroup> mayBeServed) {
    for (var turn : order) {
      if (mayBeServed.test(turn.group())) {
        return turn.group();
      }
    }
    return null;
  }

  /** Counts one served task of a group. */
  public void serve(KeyGroup group, int weight) {
    var turn = Objects.requireNonNull(turns.get(group));
    served = Math.max(served, turn.at());
    order.remove(turn);
    put(new Turn(group, served + 1.0 / weight));
  }

  private void put(Turn turn) {
    turns.put(turn.group(), turn);
    order.add(turn);
  }
}
