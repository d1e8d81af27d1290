package dev.atf.store.worker;

import dev.atf.store.MemberRegistry.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Report of a worker host's controller to the HSC about one lambda.
 *
 * @param at time of the report
 * @param refuses whether executors call the controller although it does not serve the lambda
 * @param waiting number of executor calls that waited for work
 * @param running number of attempts that its executors had received
 * @param askedAt time of the last call of an executor; empty if there was none
 * @param missingNeeds capabilities that the lambda needs and the host does not offer
 * @param unhealthy reason why the host starts no attempts of the lambda; empty if it starts them
 * @param executors executors as reported by the host's supervisor; empty without a supervisor
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

  /** Returns whether the host hands out tasks of the lambda as soon as it can. */
  public boolean serves() {
    return !refuses && missingNeeds.isEmpty() && unhealthy.isEmpty();
  }

  public boolean isRecent(Instant now) {
    return at.isAfter(now.minus(HostSightings.SEEN_RECENTLY));
  }

  /** Returns whether an executor has called the host recently. */
  public boolean isAsked(Instant now) {
    return isRecent(now) && isAskedSince(now.minus(HostSightings.SEEN_RECENTLY));
  }

  /**
   * Returns whether the host's controller polls the lambda's queues, because executors work,
   * request work, or sleep until there is a reference.
   */
  public boolean polls() {
    return serves()
        && (running > 0 || waiting > 0 || isAsleep() || isAskedSince(at.minus(ASKED_WITHIN)));
  }

  /** Returns whether the host's supervisor only starts an executor when there is a task. */
  public boolean isAsleep() {
    return executors.filter(own -> own.wanted() == 0).isPresent();
  }

  private boolean isAskedSince(Instant since) {
    return askedAt.filter(asked -> asked.isAfter(since)).isPresent();
  }
}
