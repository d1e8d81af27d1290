package dev.atf.frontend;

import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/** The controllers whose executors ask for a lambda's work, as the HSC has noted them. */
final class Workers {
  /** Chosen: some times the interval at which controllers tell the HSC of themselves. */
  static final Duration SEEN_LATELY = Duration.ofSeconds(30);

  private final MemberRegistry members;

  @Inject
  Workers(MemberRegistry members) {
    this.members = members;
  }

  SortedMap<String, Sighting> lately(LambdaName lambda, Instant now) {
    var seen = new TreeMap<>(seen(lambda, now.minus(SEEN_LATELY)));
    seen.values().removeIf(Workers::isRefusal);
    return seen;
  }

  /** Returns whether a controller was seen that refuses the executors that ask it. */
  static boolean isRefusal(Sighting seen) {
    return SightingNote.number(seen, "refused").isPresent();
  }

  /** Controllers that serve it, and those that refuse it. */
  SortedMap<String, Sighting> seen(LambdaName lambda, Instant since) {
    return members.seen("workers/" + lambda, since);
  }
}
