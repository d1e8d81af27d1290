package dev.atf.storeconsumer;

import dev.atf.runtime.MonotonicClock;
import dev.atf.runtime.Step;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * This consumer's view of who shares the work. A wrong view costs work done twice or late, never
 * correctness: an unreadable registry changes nothing, and before the first answer this member
 * takes itself for the only one.
 *
 * <p>A fellow lives while its beat changes, by this host's monotonic clock: where its own clock
 * stands does not matter, except at the first sight of it.
 */
@Singleton
final class Membership implements Step {
  /** A row is kept for so many time-outs: long enough to be looked at after an incident. */
  private static final int FORGOTTEN_AFTER_TIMEOUTS = 60;

  private static final String SERVICE = "store-consumer";

  private final MemberRegistry registry;
  private final MemberId self;
  private final MembershipSettings settings;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private final Map<String, Heard> heard = new HashMap<>();
  private volatile SortedSet<String> view;

  /**
   * @param lived false for one that was long silent when it was first seen
   * @param nanos when this beat was first seen
   */
  private record Heard(Sighting beat, boolean lived, long nanos) {}

  @Inject
  Membership(
      MemberRegistry registry,
      MemberId self,
      MembershipSettings settings,
      InstantSource clock,
      MonotonicClock monotonic) {
    this.registry = registry;
    this.self = self;
    this.settings = settings;
    this.clock = clock;
    this.monotonic = monotonic;
    this.view = frozen(new TreeSet<>(List.of(self.value())));
  }

  /** Says that this member lives, and looks who else does. */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var forgottenAt = now.plus(settings.timeout().multipliedBy(FORGOTTEN_AFTER_TIMEOUTS));
    registry.beat(SERVICE, self.value(), "", now, forgottenAt);
    var alive = alive(registry.seen(SERVICE, Instant.EPOCH), now);
    if (!alive.isEmpty()) {
      // This member has just beaten, though the answer may not show it yet.
      alive.add(self.value());
      view = frozen(alive);
    }
    return settings.interval();
  }

  private SortedSet<String> alive(Map<String, Sighting> seen, Instant now) {
    heard.keySet().retainAll(seen.keySet());
    var alive = new TreeSet<String>();
    seen.forEach(
        (member, beat) -> {
          var before = heard.get(member);
          boolean changed =
              before == null
                  ? beat.at().isAfter(now.minus(settings.timeout()))
                  : !before.beat().equals(beat);
          var latest =
              before == null || changed ? new Heard(beat, changed, monotonic.nanos()) : before;
          heard.put(member, latest);
          if (latest.lived() && monotonic.since(latest.nanos()).compareTo(settings.timeout()) < 0) {
            alive.add(member);
          }
        });
    return alive;
  }

  /** The living members as last seen, this one among them; never empty. */
  SortedSet<String> view() {
    return view;
  }

  boolean isOwner(String partition, SortedSet<String> members) {
    return !members.isEmpty() && PartitionOwnership.owner(partition, members).equals(self.value());
  }

  /** Hands this member's share to the others at once. */
  void leave() {
    registry.leave(SERVICE, self.value());
  }

  private static SortedSet<String> frozen(SortedSet<String> members) {
    return Collections.unmodifiableSortedSet(members);
  }
}
