package dev.atf.storeconsumer;

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
 * Which shards a poll goes over in its next turn: all of them once in an interval, in between only
 * those that it did not finish. The first of a round is another one each time, so that none is
 * always last. Not thread-safe.
 */
final class PollRounds {
  private final Duration interval;
  private final Set<Shard> unfinished = new LinkedHashSet<>();
  private Instant nextRoundAt = Instant.MIN;
  private int rounds;

  PollRounds(Duration interval) {
    this.interval = interval;
  }

  /** Begins a round, or goes on with the one before. */
  List<Shard> next(List<Shard> owned, Instant now) {
    boolean setBack = nextRoundAt.isAfter(now.plus(interval));
    if (!setBack && now.isBefore(nextRoundAt)) {
      unfinished.retainAll(new HashSet<>(owned));
      return List.copyOf(unfinished);
    }
    nextRoundAt = now.plus(interval);
    var round = new ArrayList<>(owned);
    Collections.rotate(round, -(rounds++ % Math.max(1, owned.size())));
    return round;
  }

  /** Whether the shard was left unfinished by the turn before. */
  boolean wasUnfinished(Shard shard) {
    return unfinished.contains(shard);
  }

  /** Replaces what is to be gone on with. */
  void leave(Collection<Shard> shards) {
    unfinished.clear();
    unfinished.addAll(shards);
  }

  /** The next turn begins a round: this one came to nothing. */
  void startOver() {
    nextRoundAt = Instant.MIN;
  }

  /**
   * How long to wait for the next turn.
   *
   * @param soon when something was left unfinished
   */
  Duration untilNext(Instant now, Duration soon) {
    var wait = Duration.between(now, nextRoundAt);
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return unfinished.isEmpty() || wait.compareTo(soon) < 0 ? wait : soon;
  }
}
