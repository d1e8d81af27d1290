package dev.atf.store.worker;

import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Worker hosts of a lambda, as the HSC has noted them: members of a service of each lambda. */
public final class HostSightings {
  /** Chosen: some times the interval at which controllers report to the HSC. */
  public static final Duration SEEN_LATELY = Duration.ofSeconds(30);

  private final MemberRegistry members;

  @Inject
  public HostSightings(MemberRegistry members) {
    this.members = members;
  }

  public static String service(LambdaName lambda) {
    return "workers/" + lambda;
  }

  /** Returns those that serve it and were seen lately, by their names. */
  public List<HostSighting> lately(LambdaName lambda, Instant now) {
    return seen(lambda, now.minus(SEEN_LATELY)).stream().filter(HostSighting::serves).toList();
  }

  /** Returns those that serve it and those that do not, by their names. */
  public List<HostSighting> seen(LambdaName lambda, Instant since) {
    return members.seen(service(lambda), since).entrySet().stream()
        .map(seen -> HostSighting.of(seen.getKey(), seen.getValue()))
        .toList();
  }
}
