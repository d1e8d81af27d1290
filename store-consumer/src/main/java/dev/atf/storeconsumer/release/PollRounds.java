package dev.atf.storeconsumer.release;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Rounds of a poll over its lists. A round covers all lists once per interval; between two rounds
 * only unfinished lists are read. A round starts with the lists that the previous turn did not
 * reach. The starting list then rotates, so that a slow store starves no list (F19). Not
 * thread-safe.
 */
public final class PollRounds<T> {
  private final Duration interval;
  private final Set<T> unfinished = new LinkedHashSet<>();
  private final Set<T> skipped = new LinkedHashSet<>();
  private Instant nextRoundAt = Instant.MIN;
  private int rounds;

  public PollRounds(Duration interval) {
    this.interval = interval;
  }

  /** Returns whether the next turn starts a round. */
  boolean isDue(Instant now) {
    return !now.isBefore(nextRoundAt) || nextRoundAt.isAfter(now.plus(interval));
  }

  /** Starts a round, or continues the previous one. */
  public List<T> next(List<T> owned, Instant now) {
    if (!isDue(now)) {
      var still = new HashSet<>(owned);
      unfinished.retainAll(still);
      return List.copyOf(unfinished);
    }
    nextRoundAt = now.plus(interval);
    var rotated = new ArrayList<>(owned);
    Collections.rotate(rotated, -(rounds++ % Math.max(1, owned.size())));
    skipped.retainAll(new HashSet<>(owned));
    var round = new LinkedHashSet<>(skipped);
    round.addAll(rotated);
    return List.copyOf(round);
  }

  /** Returns whether the previous turn left the list unfinished. */
  boolean wasUnfinished(T list) {
    return unfinished.contains(list);
  }

  /**
   * Sets the unfinished lists.
   *
   * @param cut lists that were started and not finished
   * @param notBegun lists that come first in the next turn
   */
  public void leave(Collection<T> cut, Collection<T> notBegun) {
    skipped.clear();
    skipped.addAll(notBegun);
    unfinished.clear();
    unfinished.addAll(notBegun);
    unfinished.addAll(cut);
  }

  /** Makes the next turn start a round, because this one had no result. */
  public void startOver() {
    nextRoundAt = Instant.MIN;
  }

  /**
   * Returns the wait for the next turn.
   *
   * @param soon wait if lists are unfinished
   */
  public Duration untilNext(Instant now, Duration soon) {
    var wait = Duration.between(now, nextRoundAt);
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return unfinished.isEmpty() || wait.compareTo(soon) < 0 ? wait : soon;
  }
}
