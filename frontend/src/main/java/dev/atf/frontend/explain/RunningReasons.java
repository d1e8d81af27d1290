package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.model.Lease;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Ellipsis;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reasons of a claimed task that has not ended. */
final class RunningReasons {
  private static final int PROGRESS_CHARS_MAX = 100;

  private final Facts facts;
  private final Instant now;
  private final Lease lease;

  RunningReasons(Facts facts, Instant now) {
    this.facts = facts;
    this.now = now;
    this.lease = Objects.requireNonNull(facts.task().lease(), "a running task has a lease");
  }

  List<Reason> all() {
    var reasons = new ArrayList<Reason>();
    boolean expired = !now.isBefore(lease.until());
    if (expired) {
      reasons.add(expired());
      facts.silentConsumers().ifPresent(reasons::add);
    }
    if (facts.task().cancelRequested()) {
      reasons.add(cancelRequested());
    }
    if (facts.task().isToBeKilled()) {
      reasons.add(killRequested());
    }
    if (!expired) {
      reasons.add(running());
    }
    DeadlineReason.of(facts.task(), now).ifPresent(reasons::add);
    return reasons;
  }

  private Reason running() {
    var task = facts.task();
    var startedAt = task.startedAt();
    var heard =
        task.status() == TaskStatus.CLAIMED
            ? "which has sent no heartbeat for it yet"
            : "whose last heartbeat was "
                + DurationText.of(Duration.between(lastHeartbeat(), now))
                + " ago";
    return new Reason(
        ExplainCode.RUNNING,
        "it runs on executor %s (attempt %s%s), %s; its lease ends at %s%s"
            .formatted(
                lease.owner(),
                attempt(),
                startedAt == null
                    ? ""
                    : ", started at %s, %s ago"
                        .formatted(startedAt, DurationText.of(Duration.between(startedAt, now))),
                heard,
                lease.until(),
                progress()),
        startedAt);
  }

  private Reason expired() {
    return new Reason(
        ExplainCode.LEASE_EXPIRED,
        "the last heartbeat of its executor %s was about %s ago, and its lease ended %s ago (attempt %s): %s"
            .formatted(
                lease.owner(),
                DurationText.of(Duration.between(lastHeartbeat(), now)),
                DurationText.of(Duration.between(lease.until(), now)),
                attempt(),
                facts.silentConsumers().isPresent()
                    ? "no store consumer runs that could recover it"
                    : "it is being recovered"),
        lease.until(),
        null,
        facts.silentConsumers().map(Reason::remedy).orElse(""));
  }

  private Reason cancelRequested() {
    var since = requestedAt(TaskEvent.REQUEST_CANCEL);
    return new Reason(
        ExplainCode.CANCEL_REQUESTED,
        "it runs on executor %s and was asked to stop%s; its handler has not ended yet"
            .formatted(lease.owner(), ago(since)),
        since);
  }

  private Reason killRequested() {
    var since = requestedAt(TaskEvent.REQUEST_KILL);
    return new Reason(
        ExplainCode.KILL_REQUESTED,
        "it runs on executor %s; a kill of attempt %s was requested%s %s; its handler has not ended yet"
            .formatted(lease.owner(), attempt(), ago(since), facts.task().killReason()),
        since);
  }

  private @Nullable Instant requestedAt(TaskEvent request) {
    return facts.task().history().entries().stream()
        .filter(entry -> entry.event() == request)
        .map(HistoryEntry::at)
        .findFirst()
        .orElse(null);
  }

  private String ago(@Nullable Instant since) {
    return since == null ? "" : " " + DurationText.of(Duration.between(since, now)) + " ago";
  }

  /** Returns the time of the last heartbeat, from which the stored lease counts. */
  private Instant lastHeartbeat() {
    var local =
        facts.lambda().map(known -> known.lease(facts.cluster())).orElse(facts.cluster().lease());
    return lease.until().minus(facts.cluster().stored(local));
  }

  private String attempt() {
    return facts.task().attempt()
        + facts.lambda().map(known -> " of " + known.retry().maxAttempts()).orElse("");
  }

  private String progress() {
    var progress = facts.task().notes().progress();
    if (progress == null) {
      return "";
    }
    var text = new String(progress.bytes(), StandardCharsets.UTF_8);
    return "; progress " + Ellipsis.cut(text, PROGRESS_CHARS_MAX);
  }
}
