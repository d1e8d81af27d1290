package dev.atf.store.worker;

import dev.atf.store.MemberRegistry.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Worker host as its controller reported it to the HSC, with regard to one lambda.
 *
 * @param at time of the report
 * @param refuses whether executors call the controller, which does not serve the lambda
 * @param waiting calls of executors that waited for work
 * @param running attempts that its executors had received
 * @param askedAt the last call of an executor; empty if there was none
 * @param missingNeeds what the lambda needs and the host does not offer
 * @param unhealthy why it starts no attempts of the lambda, in words; empty if it does
 * @param executors executors as the host's supervisor saw them; empty without a supervisor
 */
public record HostSighting(
    String host,
    Instant at,
    boolean refuses,
    int waiting,
    int running,
    Optional<Instant> askedAt,
    List<String> missingNeeds,
    String unhealthy,
    Optional<ExecutorSighting> executors) {
  /**
   * Time within which executors have asked for work recently. It is several times the interval at
   * which a waiting executor asks again.
   */
  private static final Duration ASKED_WITHIN = Duration.ofSeconds(30);

  public static HostSighting of(String host, Sighting sighting) {
    var note = SightingNote.of(sighting);
    int waiting = note.count("waiting");
    return new HostSighting(
        host,
        sighting.at(),
        note.number("refused").isPresent(),
        waiting,
        note.count("running"),
        note.number("askedAgo")
            .map(seconds -> sighting.at().minus(Duration.ofSeconds(seconds.longValue()))),
        Stream.of(note.text("missing").split(",", -1)).filter(name -> !name.isEmpty()).toList(),
        note.text("unhealthy"),
        ExecutorSighting.of(note));
  }

  /** Returns whether it hands out tasks of the lambda as soon as it can. */
  public boolean serves() {
    return !refuses && missingNeeds.isEmpty() && unhealthy.isEmpty();
  }

  public boolean isLately(Instant now) {
    return at.isAfter(now.minus(HostSightings.SEEN_LATELY));
  }

  /** Returns whether an executor has called it recently. */
  public boolean isAsked(Instant now) {
    return isLately(now) && isAskedSince(now.minus(HostSightings.SEEN_LATELY));
  }

  /**
   * Returns whether its controller polls the lambda's queues: executors work there, want to, or
   * sleep until there is a reference.
   */
  public boolean polls() {
    return serves()
        && (running > 0 || waiting > 0 || isAsleep() || isAskedSince(at.minus(ASKED_WITHIN)));
  }

  /** Returns whether its supervisor starts an executor only when there is a task. */
  public boolean isAsleep() {
    return executors.filter(own -> own.wanted() == 0).isPresent();
  }

  private boolean isAskedSince(Instant since) {
    return askedAt.filter(asked -> asked.isAfter(since)).isPresent();
  }
}
