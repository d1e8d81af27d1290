package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.store.ConsumerNote;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds out whether store consumers run, from their reports. */
public final class StoreConsumerReports {
  private final MemberRegistry members;

  @Inject
  StoreConsumerReports(MemberRegistry members) {
    this.members = members;
  }

  /** Returns the reason if no store consumer has reported recently. Makes one read. */
  public Optional<Reason> silent(Instant now) {
    return silent(members.seen(MemberRegistry.STORE_CONSUMERS, Instant.EPOCH).values(), now);
  }

  static Optional<Reason> silent(Collection<Sighting> reports, Instant now) {
    if (reports.stream().anyMatch(report -> !ConsumerNote.isSilent(report, now))) {
      return Optional.empty();
    }
    var last = reports.stream().map(Sighting::at).max(Comparator.naturalOrder());
    var effect =
        "until one runs, nothing releases due tasks, recovers lost ones, or continues plans";
    return Optional.of(
        new Reason(
            ExplainCode.STORE_CONSUMERS_SILENT,
            last.map(
                    at ->
                        "no store consumer has reported for %s (the last report of %s was at %s); %s"
                            .formatted(
                                DurationText.of(Duration.between(at, now)),
                                Counted.of(reports.size(), "known store consumer"),
                                at,
                                effect))
                .orElse(
                    "no store consumer is known: none has reported recently, or none ever has; "
                        + effect),
            last.orElse(null),
            null,
            "start the store consumers, or fix what stops them: see `loop-not-alive` in"
                + " docs/operate/runbooks.md; with `./atf up`, restart that process"));
  }
}
