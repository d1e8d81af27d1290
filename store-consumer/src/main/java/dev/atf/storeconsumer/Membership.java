package dev.atf.storeconsumer;

import dev.atf.runtime.Step;
import dev.atf.store.MemberRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * This consumer's view of who shares the work. A wrong view costs work done twice or late, never
 * correctness: an unreadable registry changes nothing, and before the first answer this member
 * takes itself for the only one.
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
  private volatile SortedSet<String> view;

  @Inject
  Membership(
      MemberRegistry registry, MemberId self, MembershipSettings settings, InstantSource clock) {
    this.registry = registry;
    this.self = self;
    this.settings = settings;
    this.clock = clock;
    this.view = frozen(new TreeSet<>(List.of(self.value())));
  }

  /** Says that this member lives, and looks who else does. */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var forgottenAt = now.plus(settings.timeout().multipliedBy(FORGOTTEN_AFTER_TIMEOUTS));
    registry.beat(SERVICE, self.value(), "", now, forgottenAt);
    var alive = new TreeSet<>(registry.alive(SERVICE, now.minus(settings.timeout())));
    if (!alive.isEmpty()) {
      // This member has just beaten, though the answer may not show it yet.
      alive.add(self.value());
      view = frozen(alive);
    }
    return settings.interval();
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
