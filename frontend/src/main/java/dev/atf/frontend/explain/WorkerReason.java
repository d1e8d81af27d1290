package dev.atf.frontend.explain;

import dev.atf.frontend.explain.Explanation.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.Spans;
import dev.atf.model.LambdaName;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.store.worker.ExecutorSighting;
import dev.atf.store.worker.HostSighting;
import dev.atf.store.worker.HostSightings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reason that a lambda's workers give for a task that waits.
 *
 * @param hosts all, including those that were not seen for long
 * @param places of hosts that have reported the lambda lately
 */
record WorkerReason(
    LambdaName lambda, List<HostSighting> hosts, List<PlaceRecord> places, Instant now) {
  /** Chosen: a message that is read at a glance. */
  private static final int PLACES_NAMED_MAX = 5;

  /** Returns the end of a clause on executors that ask for its work; empty if none asks. */
  String busy() {
    var asked = serving().filter(this::isAsked).toList();
    if (asked.isEmpty() || held().isPresent()) {
      return "";
    }
    int waiting = asked.stream().mapToInt(HostSighting::waiting).sum();
    int running = asked.stream().mapToInt(HostSighting::running).sum();
    var where = Counted.of(asked.size(), "host");
    return waiting == 0
        ? "; all executors on %s are busy, with %s".formatted(where, Counted.of(running, "task"))
        : "; executors on %s ask for work".formatted(where);
  }

  /** Returns why nobody takes the task; empty if executors ask for its work. */
  Optional<Reason> absent() {
    return held().or(this::unserved);
  }

  private Optional<Reason> unserved() {
    if (serving().anyMatch(this::isAsked)) {
      return Optional.empty();
    }
    return failing()
        .or(this::starting)
        .or(this::asleep)
        .or(this::needsUnmet)
        .or(this::unhealthy)
        .or(this::refused)
        .or(() -> Optional.of(serving().findAny().isPresent() ? unasked() : unseen()));
  }

  /** Returns a reason for drained hosts, if none of the others that serve the lambda may work. */
  private Optional<Reason> held() {
    boolean all =
        places.stream().anyMatch(place -> !place.drain().isEmpty())
            && places.size() >= serving().count()
            && places.stream().allMatch(place -> !heldBy(place).isEmpty());
    return all
        ? Optional.of(
            new Reason(
                ExplainCode.WORKERS_HELD,
                "%s lambda %s, and none may take work: %s"
                    .formatted(
                        Counted.of(places.size(), "host serves", "hosts serve"),
                        lambda,
                        places.stream()
                            .limit(PLACES_NAMED_MAX)
                            .map(place -> place.place() + " " + heldBy(place))
                            .collect(Collectors.joining("; ")))))
        : Optional.empty();
  }

  /** Returns why the host of a place may not work; empty if it may. */
  private static String heldBy(PlaceRecord place) {
    var failing = place.report().failingCheck();
    if (!place.drain().isEmpty()) {
      return "is drained " + place.drain();
    }
    return failing.isEmpty() ? "" : "fails its health check: " + failing;
  }

  /** Returns a reason for executors that keep failing, or hosts that do not, beside others. */
  Optional<Reason> failingBesides() {
    return absent().isPresent() ? Optional.empty() : failing().or(this::unhealthy);
  }

  private boolean isAsked(HostSighting host) {
    return host.isAsked(now) && !host.isAsleep();
  }

  private Stream<HostSighting> serving() {
    return hosts.stream().filter(host -> host.serves() && host.isLately(now));
  }

  private Optional<Reason> failing() {
    return serving()
        .filter(host -> host.executors().flatMap(ExecutorSighting::failure).isPresent())
        .max(Comparator.comparing(host -> failure(host).inARow()))
        .map(this::failing);
  }

  private Reason failing(HostSighting host) {
    var executors = host.executors().orElseThrow();
    var failure = failure(host);
    var lastError =
        failure.lastError().isBlank()
            ? ""
            : "; its last line on standard error: " + failure.lastError();
    if (failure.isHandlerMissing()) {
      return new Reason(
          ExplainCode.HANDLER_MISSING,
          "the program that host %s starts for lambda %s has no handler of it%s"
              .formatted(host.host(), lambda, lastError),
          failure.since());
    }
    return new Reason(
        ExplainCode.EXECUTOR_CRASHING,
        "%d of %s of lambda %s on host %s %s ending: %s since %s, the last with %s%s"
            .formatted(
                executors.failing(),
                Counted.of(executors.wanted(), "executor"),
                lambda,
                host.host(),
                executors.failing() == 1 ? "keeps" : "keep",
                Counted.of(failure.inARow(), "death in a row", "deaths in a row"),
                failure.since(),
                failure.how(),
                lastError),
        failure.since());
  }

  private static ExecutorSighting.Failure failure(HostSighting host) {
    return host.executors().flatMap(ExecutorSighting::failure).orElseThrow();
  }

  private Optional<Reason> starting() {
    return serving()
        .filter(host -> host.executors().filter(own -> own.starting() > 0).isPresent())
        .findFirst()
        .map(
            host ->
                new Reason(
                    ExplainCode.WORKERS_STARTING,
                    "%s of lambda %s on host %s %s starting, and none has asked for work yet"
                        .formatted(
                            Counted.of(starting(host), "executor"),
                            lambda,
                            host.host(),
                            starting(host) == 1 ? "is" : "are")));
  }

  private Optional<Reason> asleep() {
    return serving()
        .filter(HostSighting::isAsleep)
        .findFirst()
        .map(
            host ->
                new Reason(
                    ExplainCode.WORKERS_STARTING,
                    "the executors of lambda %s on host %s are asleep, since it had no tasks; one is started as soon as a reference is in the queue"
                        .formatted(lambda, host.host())));
  }

  private static int starting(HostSighting host) {
    return host.executors().map(ExecutorSighting::starting).orElse(0);
  }

  /** Returns a reason for hosts that do not offer what the lambda needs, unless others do. */
  private Optional<Reason> needsUnmet() {
    var unfit =
        hosts.stream()
            .filter(host -> !host.missingNeeds().isEmpty() && host.isLately(now))
            .toList();
    if (unfit.isEmpty() || serving().findAny().isPresent()) {
      return Optional.empty();
    }
    var nowhere = new ArrayList<>(unfit.get(0).missingNeeds());
    unfit.forEach(host -> nowhere.retainAll(host.missingNeeds()));
    var lacking =
        nowhere.isEmpty()
            ? unfit.stream()
                .map(host -> host.host() + " lacks " + String.join(", ", host.missingNeeds()))
                .collect(Collectors.joining("; ", "all that it needs: ", ""))
            : String.join(", ", nowhere);
    return Optional.of(
        new Reason(
            ExplainCode.NEEDS_UNMET,
            "%s lambda %s, and none offers %s"
                .formatted(
                    Counted.of(unfit.size(), "host serves", "hosts serve"), lambda, lacking)));
  }

  /** Returns a reason for hosts that begin no attempts of the lambda. */
  private Optional<Reason> unhealthy() {
    var lately = hosts.stream().filter(host -> !host.refuses() && host.isLately(now)).toList();
    var unhealthy = lately.stream().filter(host -> !host.unhealthy().isEmpty()).toList();
    if (unhealthy.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Reason(
            ExplainCode.HOST_UNHEALTHY,
            "%d of %s of lambda %s %s unhealthy: %s"
                .formatted(
                    unhealthy.size(),
                    Counted.of(lately.size(), "host"),
                    lambda,
                    unhealthy.size() == 1 ? "is" : "are",
                    unhealthy.stream()
                        .map(host -> host.host() + ": " + host.unhealthy())
                        .collect(Collectors.joining("; ")))));
  }

  private Optional<Reason> refused() {
    var refusing = hosts.stream().filter(host -> host.refuses() && host.isLately(now)).toList();
    if (refusing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Reason(
            ExplainCode.NO_WORKER,
            "executors of lambda %s ask for its work, and their controller refuses them: %s does not serve it, see its setting lambdas"
                .formatted(
                    lambda,
                    refusing.stream().map(HostSighting::host).collect(Collectors.joining(", "))),
            refusing.stream().map(HostSighting::at).max(Comparator.naturalOrder()).orElse(null)));
  }

  /** Returns the reason for hosts that are there and whose executors do not ask. */
  private Reason unasked() {
    var latest = serving().flatMap(host -> host.askedAt().stream()).max(Comparator.naturalOrder());
    return new Reason(
        ExplainCode.NO_WORKER,
        "no executor has asked for work of lambda %s in the last %s, although %s it: %s; %s"
            .formatted(
                lambda,
                Spans.words(HostSightings.SEEN_LATELY),
                Counted.of(serving().count(), "host serves", "hosts serve"),
                serving().map(HostSighting::host).collect(Collectors.joining(", ")),
                latest
                    .map(
                        at ->
                            "the last did %s ago".formatted(Spans.words(Duration.between(at, now))))
                    .orElse("none did since it was started")),
        latest.orElse(null));
  }

  private Reason unseen() {
    var latest =
        hosts.stream().filter(host -> !host.refuses()).max(Comparator.comparing(HostSighting::at));
    return new Reason(
        ExplainCode.NO_WORKER,
        "no worker host serves lambda %s now; %s"
            .formatted(
                lambda,
                latest
                    .map(
                        host ->
                            "the last was %s, %s ago"
                                .formatted(
                                    host.host(), Spans.words(Duration.between(host.at(), now))))
                    .orElse("none did in the last " + Spans.words(TaskFacts.WORKERS_OF))),
        latest.map(HostSighting::at).orElse(null));
  }
}
