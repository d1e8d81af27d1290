package dev.atf.storeconsumer.member;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.store.ConsumerNote;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * View of this consumer on the members that share the work. A wrong view only causes duplicate or
 * late work. If the registry cannot be read, the view does not change. Before the first answer,
 * this member considers itself the only one.
 *
 * <p>A peer is alive while its heartbeat changes, measured with this host's monotonic clock. The
 * peer's own clock only matters when it is first seen. A peer that cannot work reports that in the
 * note of its heartbeat, and has no share while others can work.
 */
public final class Membership implements Step {
  /**
   * Number of time-outs for which a row is kept. It is long enough to be read after an incident.
   */
  private static final int FORGOTTEN_AFTER_TIMEOUTS = 60;

  private static final String SERVICE = MemberRegistry.STORE_CONSUMERS;

  /** Address by which HSCs call this member. It is empty before the port is open. */
  private volatile String uri = "";

  private static final Logger log = LoggerFactory.getLogger(Membership.class);

  private final MemberRegistry registry;
  private final MemberId self;
  private final MembershipSettings settings;
  private final BooleanSupplier works;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private final Map<String, Heard> heard = new HashMap<>();
  private volatile SortedSet<String> view;

  /** Set if some member without a share existed at the last turn. */
  private boolean isHandedOver;

  /**
   * Heartbeat of a member.
   *
   * @param lived false for a member that had been silent for long when it was first seen
   * @param nanos monotonic time at which this heartbeat was first seen
   */
  private record Heard(Sighting beat, boolean lived, long nanos) {}

  /**
   * Creates the view.
   *
   * @param works returns whether this member can do the work of a share
   */
  public Membership(
      MemberRegistry registry,
      MemberId self,
      MembershipSettings settings,
      BooleanSupplier works,
      InstantSource clock,
      MonotonicClock monotonic) {
    this.registry = registry;
    this.self = self;
    this.settings = settings;
    this.works = works;
    this.clock = clock;
    this.monotonic = monotonic;
    this.view = frozen(new TreeSet<>(List.of(self.value())));
  }

  /** Sets the address in the heartbeats of this member from now on. */
  public void announce(String address) {
    uri = address;
  }

  /** Records that this member is alive, and reads which other members are alive. */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var forgottenAt = now.plus(settings.timeout().multipliedBy(FORGOTTEN_AFTER_TIMEOUTS));
    boolean able = works.getAsBoolean();
    var note = new ConsumerNote(uri, able, settings.timeout()).text();
    registry.beat(SERVICE, self.value(), note, now, forgottenAt);
    var seen = registry.seen(SERVICE, Instant.EPOCH);
    var alive = alive(seen, now);
    if (!alive.isEmpty()) {
      // This member has just written its beat, though the answer may not show it yet.
      alive.add(self.value());
      view = frozen(able(alive, able, seen));
    }
    return settings.interval();
  }

  /** Returns the live members that can work, or all of them if none can. */
  private SortedSet<String> able(
      SortedSet<String> alive, boolean selfAble, Map<String, Sighting> seen) {
    var able = new TreeSet<String>();
    for (var member : alive) {
      boolean is =
          member.equals(self.value())
              ? selfAble
              : Optional.ofNullable(seen.get(member))
                  .filter(beat -> !ConsumerNote.of(beat).isAble())
                  .isEmpty();
      if (is) {
        able.add(member);
      }
    }
    if (able.equals(alive) == isHandedOver) {
      isHandedOver = !isHandedOver;
      if (isHandedOver) {
        log.warn("of the members {} only {} say that they can work", alive, able);
      }
    }
    return able.isEmpty() ? alive : able;
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

  /** Returns the live members, including this one, as of the last read. Never empty. */
  public SortedSet<String> view() {
    return view;
  }

  public boolean isOwner(String partition, SortedSet<String> members) {
    return !members.isEmpty() && PartitionOwnership.owner(partition, members).equals(self.value());
  }

  /** Releases this member's share to the others immediately. */
  public void leave() {
    registry.leave(SERVICE, self.value());
  }

  private static SortedSet<String> frozen(SortedSet<String> members) {
    return Collections.unmodifiableSortedSet(members);
  }
}
