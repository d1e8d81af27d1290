package dev.atf.frontend;

import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Worker hosts of a lambda, as the HSC has noted them. */
final class Workers {
  /** Chosen: some times the interval at which controllers tell the HSC of themselves. */
  static final Duration SEEN_LATELY = Duration.ofSeconds(30);

  private final MemberRegistry members;

  @Inject
  Workers(MemberRegistry members) {
    this.members = members;
  }

  /** Returns those that serve it and were seen lately, by their names. */
  List<HostSighting> lately(LambdaName lambda, Instant now) {
    return seen(lambda, now.minus(SEEN_LATELY)).stream().filter(host -> !host.refuses()).toList();
  }

  /** Returns those that serve it and those that refuse it, by their names. */
  List<HostSighting> seen(LambdaName lambda, Instant since) {
    return members.seen("workers/" + lambda, since).entrySet().stream()
        .map(seen -> HostSighting.of(seen.getKey(), seen.getValue()))
        .toList();
  }
}
