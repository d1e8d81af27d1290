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
   * @param readUntil it is read in every round
   * @param restUntil it is not even looked at
   */
  private record Pace(Instant readUntil, Instant restUntil) {}

  public ListPacing(AwakeView awake, PollSettings settings, Function<L, LambdaName> lambda) {
    this.awake = awake;
    this.lambda = lambda;
    var idle = AwakeLambdas.IDLE_INTERVAL;
    this.idleInterval = idle.compareTo(settings.interval()) > 0 ? idle : settings.interval();
    this.lookAhead = idleInterval.plus(settings.lookAhead());
  }

  /** Returns the lists that do not rest, and forgets others than these. */
  public List<L> select(Collection<L> lists, Instant now) {
    paces.keySet().retainAll(new HashSet<>(lists));
    return lists.stream().filter(list -> isAwake(list, now) || !rests(list, now)).toList();
  }

  /** Returns whether only the first entry up to {@link #lookUntil} is to be looked at. */
  public boolean isToBeLookedAt(L list, Instant now) {
    return !isAwake(list, now);
  }

  /** Returns the end of a look; whole milliseconds. */
  public Instant lookUntil(Instant now) {
    return now.plus(lookAhead).truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Records a look.
   *
   * @param first time of the first entry
   */
  public void lookedAt(L list, Optional<Instant> first, Instant now) {
    boolean known = paces.containsKey(list);
    // First looks come together, at a start: later ones are spread.
    long spread = known ? FRACTIONS : 1 + Math.floorMod(list.hashCode(), FRACTIONS);
    var rest = idleInterval.multipliedBy(spread).dividedBy(FRACTIONS);
    paces.put(
        list,
        first
            .map(at -> keptAwake(at.isAfter(now) ? at : now))
            .orElseGet(() -> new Pace(Instant.MIN, now.plus(rest))));
  }

  /** Records a reading. */
  public void read(L list, boolean empty, Instant now) {
    if (!empty) {
      paces.put(list, keptAwake(now));
    } else {
      paces.computeIfPresent(list, (key, pace) -> new Pace(pace.readUntil(), Instant.MIN));
    }
  }

  /** Lets all lists be looked at. */
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

  private boolean rests(L list, Instant now) {
    var pace = paces.get(list);
    // A clock that was set back lets nothing rest for ever.
    return pace != null
        && now.isBefore(pace.restUntil())
        && !pace.restUntil().isAfter(now.plus(idleInterval));
  }
}
