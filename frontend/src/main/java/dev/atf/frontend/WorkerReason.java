package dev.atf.frontend;

import dev.atf.frontend.Explanation.Reason;
import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a lambda's workers have to do with a task that waits. */
final class WorkerReason {
  private static final Comparator<Map.Entry<String, Sighting>> BY_TIME =
      Comparator.comparing(seen -> seen.getValue().at());

  private final LambdaName lambda;
  private final SortedMap<String, Sighting> sightings;
  private final SortedMap<String, Sighting> refusals;
  private final Instant now;

  WorkerReason(LambdaName lambda, SortedMap<String, Sighting> sightings, Instant now) {
    this.lambda = lambda;
    this.now = now;
    this.sightings = new TreeMap<>(sightings);
    this.sightings.values().removeIf(Workers::isRefusal);
    this.refusals = new TreeMap<>(sightings);
    this.refusals.values().removeIf(seen -> !Workers.isRefusal(seen) || !isLately(seen));
  }

  /** What they were doing when they were seen last, as the end of a clause; empty if none was. */
  String busy() {
    var lately = sightings.values().stream().filter(this::isLately).toList();
    if (lately.isEmpty()) {
      return "";
    }
    var waiting =
        lately.stream()
            .flatMap(seen -> SightingNote.number(seen, "waiting").stream())
            .reduce(Double::sum);
    return waiting
        .map(
            calls ->
                calls == 0
                    ? "; all workers on %d hosts are busy".formatted(lately.size())
                    : "; %d workers on %d hosts wait for work"
                        .formatted(Math.round(calls), lately.size()))
        .orElse("");
  }

  /** If nobody has asked lately. */
  Optional<Reason> absent() {
    var latest = sightings.entrySet().stream().max(BY_TIME);
    if (latest.filter(seen -> isLately(seen.getValue())).isPresent()) {
      return Optional.empty();
    }
    if (!refusals.isEmpty()) {
      return Optional.of(refused());
    }
    var last =
        latest
            .map(
                seen ->
                    "the last was %s, %s ago"
                        .formatted(
                            seen.getKey(),
                            Spans.words(Duration.between(seen.getValue().at(), now))))
            .orElse("none did in the last " + Spans.words(TaskFacts.WORKERS_OF));
    return Optional.of(
        new Reason(
            ExplainCode.NO_WORKER,
            "no worker has asked for work of lambda %s in the last %s; %s"
                .formatted(lambda, Spans.words(Workers.SEEN_LATELY), last),
            latest.map(seen -> seen.getValue().at()).orElse(null),
            null));
  }

  private Reason refused() {
    return new Reason(
        ExplainCode.NO_WORKER,
        "executors of lambda %s ask for its work, and their controller refuses them: %s does not serve it, see its setting lambdas"
            .formatted(lambda, String.join(", ", refusals.keySet())),
        refusals.values().stream().map(Sighting::at).max(Comparator.naturalOrder()).orElse(null),
        null);
  }

  private boolean isLately(Sighting seen) {
    return seen.at().isAfter(now.minus(Workers.SEEN_LATELY));
  }
}
