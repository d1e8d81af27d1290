package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.model.task.Association;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reason of an unfinished task whose deadline is near or over. */
final class DeadlineReason {
  /** Remaining time below which the deadline is reported. It leaves an operator time to act. */
  private static final Duration NEAR = Duration.ofHours(1);

  /** Time within which a waiting task is given up, if few other tasks wait with it. */
  private static final Duration FOUND_WITHIN = Duration.ofMinutes(1);

  private DeadlineReason() {}

  static boolean isOver(Association task, Instant now) {
    return !now.isBefore(task.header().deadline());
  }

  static Optional<Reason> of(Association task, Instant now) {
    var deadline = task.header().deadline();
    var left = Duration.between(now, deadline);
    if (left.compareTo(NEAR) > 0) {
      return Optional.empty();
    }
    var message =
        isOver(task, now)
            ? "its deadline %s passed %s ago: %s"
                .formatted(deadline, DurationText.of(left.negated()), outlook(task, left.negated()))
            : "it fails with DEADLINE_EXCEEDED at its deadline %s, in %s"
                .formatted(deadline, DurationText.of(left));
    return Optional.of(new Reason(ExplainCode.DEADLINE_NEAR, message, null, deadline));
  }

  private static String outlook(Association task, Duration over) {
    return task.status().running() || over.compareTo(FOUND_WITHIN) <= 0
        ? "it is about to fail with DEADLINE_EXCEEDED"
        : "it fails with DEADLINE_EXCEEDED as soon as a store consumer finds it; this takes longer"
            + " if many tasks wait with it";
  }
}
