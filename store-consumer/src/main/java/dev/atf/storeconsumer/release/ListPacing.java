package dev.atf.storeconsumer.release;

import dev.atf.model.LambdaName;
import dev.atf.store.awake.AwakeLambdas;
import dev.atf.store.awake.AwakeView;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Chooses the lists that a poll reads. Every poll reads the lists of active lambdas, and lists that
 * recently had entries or have an entry that is due soon. For all other lists, only the first entry
 * is read, once per {@link AwakeLambdas#IDLE_INTERVAL} and that far ahead. Anything due sooner has
 * already marked its lambda active (ADR 0082). Several threads may report lists at the same time.
 */
public final class ListPacing<L> {
  private static final int FRACTIONS = 1_000;

  private final AwakeView awake;
  private final Function<L, LambdaName> lambda;
  private final Duration idleInterval;
  private final Duration lookAhead;
  private final Map<L, Pace> paces = new ConcurrentHashMap<>();

  /**
   * Pace of one list.
   *
   * @param readUntil time until which every poll reads the list
   * @param pausedUntil time until which not even the first entry of the list is read
   */
  private record Pace(Instant readUntil, Instant pausedUntil) {}

  public ListPacing(AwakeView awake, PollSettings settings, Function<L, LambdaName> lambda) {
    this.awake = awake;
    this.lambda = lambda;
    var idle = AwakeLambdas.IDLE_INTERVAL;
    this.idleInterval = idle.compareTo(settings.interval()) > 0 ? idle : settings.interval();
    this.lookAhead = idleInterval.plus(settings.lookAhead());
  }

  /** Returns the lists that are not paused, and removes all others. */
  public List<L> select(Collection<L> lists, Instant now) {
    paces.keySet().retainAll(new HashSet<>(lists));
    return lists.stream().filter(list -> isAwake(list, now) || !isPaused(list, now)).toList();
  }

  /**
   * Returns whether a list need not be read now, because it is not read in every poll and nothing
   * in it is due soon.
   *
   * @param first reads the time of the first entry of the list, up to the given one, which is in
   *     whole milliseconds
   */
  public boolean isIdle(L list, Instant now, Function<Instant, Optional<Instant>> first) {
    if (isAwake(list, now)) {
      return false;
    }
    boolean known = paces.containsKey(list);
    var found = first.apply(now.plus(lookAhead).truncatedTo(ChronoUnit.MILLIS));
    // At a start, the first reads of all lists come together. Later ones are spread.
    long spread = known ? FRACTIONS : 1 + Math.floorMod(list.hashCode(), FRACTIONS);
    var pause = idleInterval.multipliedBy(spread).dividedBy(FRACTIONS);
    paces.put(
        list,
        found
            .map(at -> keptAwake(at.isAfter(now) ? at : now))
            .orElseGet(() -> new Pace(Instant.MIN, now.plus(pause))));
    return found.isEmpty();
  }

  /** Records that a list was read. */
  public void noteRead(L list, boolean empty, Instant now) {
    if (!empty) {
      paces.put(list, keptAwake(now));
    } else {
      paces.computeIfPresent(list, (key, pace) -> new Pace(pace.readUntil(), Instant.MIN));
    }
  }

  /** Ends all pauses. */
  public void clear() {
    paces.clear();
  }

  private Pace keptAwake(Instant from) {
    return new Pace(from.plus(idleInterval), Instant.MIN);
  }

  private boolean isAwake(L list, Instant now) {
    if (awake.isAwake(lambda.apply(list), now)) {
      return true;
    }
    var pace = paces.get(list);
    return pace != null && now.isBefore(pace.readUntil());
  }

  private boolean isPaused(L list, Instant now) {
    var pace = paces.get(list);
    // A clock that was set back must not pause a list indefinitely.
    return pace != null
        && now.isBefore(pace.pausedUntil())
        && !pace.pausedUntil().isAfter(now.plus(idleInterval));
  }
}
