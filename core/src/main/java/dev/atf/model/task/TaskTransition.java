package dev.atf.model.task;

import dev.atf.model.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Transition of a task, for watchers: its creation, its first heartbeat, and the changes that its
 * history keeps. It is derived from the task before and after one write, so that every store
 * reports the same.
 *
 * @param at time on the clock of the writer
 * @param from previous status; null for a creation
 * @param attempt number of the attempt that started or ended; 0 before the first
 * @param detail who made the change, or why, for people
 */
public record TaskTransition(
    TaskHeader header,
    TaskEvent event,
    Instant at,
    @Nullable TaskStatus from,
    TaskStatus to,
    int attempt,
    String detail) {

  /**
   * Returns the transition of one write.
   *
   * @param before null if there was no such task
   * @return empty for writes that watchers do not see: a further heartbeat, a check of a lease,
   *     another push
   */
  public static Optional<TaskTransition> between(@Nullable Association before, Association after) {
    if (before == null) {
      var header = after.header();
      return Optional.of(
          new TaskTransition(
              header,
              after.creationEvent(),
              header.createdAt(),
              null,
              after.status(),
              after.attempt(),
              ""));
    }
    return recorded(before.history(), after.history())
        .map(entry -> of(before, after, entry))
        .or(() -> unrecorded(before, after));
  }

  @SuppressWarnings("ReferenceEquality") // to see at once that nothing was recorded
  private static Optional<HistoryEntry> recorded(TaskHistory before, TaskHistory after) {
    if (before.slots() == after.slots()) {
      return Optional.empty();
    }
    @Nullable HistoryEntry last = null;
    for (var slot : after.slots().entrySet()) {
      var entry = slot.getValue();
      if ((last == null || entry.at().compareTo(last.at()) >= 0)
          && !entry.equals(before.slots().get(slot.getKey()))) {
        last = entry;
      }
    }
    return Optional.ofNullable(last);
  }

  private static TaskTransition of(Association before, Association after, HistoryEntry entry) {
    return new TaskTransition(
        after.header(),
        entry.event(),
        entry.at(),
        before.status(),
        after.status(),
        attempt(before, after, entry),
        entry.detail());
  }

  /**
   * Returns the number of the event's attempt. Two events decrease the number of attempts, and
   * belong to the attempt before the decrease.
   */
  private static int attempt(Association before, Association after, HistoryEntry entry) {
    if (entry.attempt() > 0) {
      return entry.attempt();
    }
    return Math.max(before.attempt(), after.attempt());
  }

  private static Optional<TaskTransition> unrecorded(Association before, Association after) {
    return TaskLifecycle.rows().stream()
        .filter(row -> row.from() == before.status() && row.to() == after.status())
        .filter(row -> row.from() != row.to())
        .findFirst()
        .map(
            row ->
                new TaskTransition(
                    after.header(),
                    row.event(),
                    heardAt(before, after),
                    before.status(),
                    after.status(),
                    after.attempt(),
                    ""));
  }

  /**
   * Returns the time of a heartbeat. Only the end of its lease is stored, so the time is computed
   * with the length of the claim's lease.
   */
  private static Instant heardAt(Association before, Association after) {
    var claimed = before.lease();
    var heard = after.lease();
    var startedAt = after.startedAt();
    if (startedAt == null) {
      return after.header().createdAt();
    }
    return claimed == null || heard == null
        ? startedAt
        : startedAt.plus(Duration.between(claimed.until(), heard.until()));
  }
}
