package dev.atf.model.task;

import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Lease;
import dev.atf.model.check.Limits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.stream.Collectors;

/** Rule that ends a task whose attempts seem to kill their processes (ADR 0040). */
public final class Quarantine {
  private Quarantine() {}

  /**
   * Counts one more death. If a process ran several tasks, any of them may be the cause of its
   * death. Each of them then only becomes a suspect, and runs alone afterwards.
   *
   * @param lease lease of the attempt whose process died
   * @param before number of consecutive deaths before it
   */
  public static int deathsAfter(Lease lease, int before) {
    return lease.alone()
        ? before + 1
        : Math.max(before, Math.min(before + 1, Limits.DEATHS_SHARED_MAX));
  }

  /**
   * Returns whether a number of deaths ends the task.
   *
   * @param lease lease of the attempt with the last death
   */
  public static boolean isDue(Lease lease, int deaths) {
    return lease.alone() && deaths >= Limits.DEATHS_MAX;
  }

  /** Returns a failure with the attempts that are still in the task's history. */
  public static Failure failure(Association task, Lease lease, int deaths) {
    var history = task.history().entries();
    var claims =
        history.stream()
            .filter(
                entry ->
                    entry.event() == TaskEvent.CLAIM
                        || entry.event() == TaskEvent.CLAIM_AND_MOVE_ALARM)
            .collect(Collectors.toMap(HistoryEntry::epoch, HistoryEntry::detail, (a, b) -> b));
    var before =
        history.stream()
            .filter(Quarantine::isDeath)
            .sorted(Comparator.comparing(HistoryEntry::epoch).reversed())
            .limit(deaths - 1L)
            .sorted(Comparator.comparing(HistoryEntry::epoch))
            .map(entry -> attempt(entry.attempt(), claims.getOrDefault(entry.epoch(), "")));
    var attempts = new ArrayList<>(before.toList());
    attempts.add(attempt(task.attempt(), "by " + lease.owner()));
    var message =
        "its executor died, or stopped responding, %d times in a row,"
            + " the last time with nothing else to run: %s";
    return FrameworkFailure.QUARANTINED.because(
        message.formatted(deaths, String.join(", ", attempts)));
  }

  private static boolean isDeath(HistoryEntry entry) {
    return (entry.event() == TaskEvent.EXPIRE
            && !entry.detail().startsWith(FrameworkFailure.KILLED.name()))
        || (entry.event() == TaskEvent.FAIL_RETRIABLY
            && entry.detail().startsWith(FrameworkFailure.EXECUTOR_DIED.name()));
  }

  private static String attempt(int number, String by) {
    return ("attempt " + number + " " + by).strip();
  }
}
