package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Spans;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reason of a task that a worker has returned. */
final class ReturnedReason {
  /** Events that can end an attempt, or the wait for one. */
  private static final Set<TaskEvent> ENDS =
      Collections.unmodifiableSet(
          EnumSet.of(
              TaskEvent.RETURN,
              TaskEvent.FAIL_RETRIABLY,
              TaskEvent.EXPIRE,
              TaskEvent.PARK,
              TaskEvent.RESCHEDULE,
              TaskEvent.REDRIVE));

  private ReturnedReason() {}

  static Optional<Reason> of(Association task, Instant now) {
    return lastReturn(task).map(entry -> of(task, entry, now));
  }

  /** Returns the end of the last attempt, if the attempt was returned. */
  private static Optional<HistoryEntry> lastReturn(Association task) {
    return task.history().entries().stream()
        .filter(entry -> ENDS.contains(entry.event()))
        .reduce((earlier, later) -> later)
        .filter(entry -> entry.event() == TaskEvent.RETURN);
  }

  private static String because(String detail) {
    if (detail.startsWith("HANDLER_UNKNOWN")) {
      return ", because its version does not know the handler";
    }
    return detail.startsWith(FrameworkFailure.EXECUTOR_DRAINED.name())
        ? ", because its executor had to exit before the handler ended; the attempt does not count"
        : "";
  }

  private static Reason of(Association task, HistoryEntry entry, Instant now) {
    long times =
        task.history().entries().stream().filter(e -> e.event() == TaskEvent.RETURN).count();
    return new Reason(
        ExplainCode.RETURNED,
        "a worker returned it %s ago, %s%s%s"
            .formatted(
                Spans.words(Duration.between(entry.at(), now)),
                entry.detail().isEmpty() ? "without a reason" : "with the reason " + entry.detail(),
                because(entry.detail()),
                times > 1 ? " (%d times recently)".formatted(times) : ""),
        entry.at());
  }
}
