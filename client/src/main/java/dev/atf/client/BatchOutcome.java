package dev.atf.client;

/** Outcome of one task of a batch. */
public sealed interface BatchOutcome {
  record Scheduled(ScheduledTask task) implements BatchOutcome {}

  /**
   * The task was not scheduled, or its outcome is unknown.
   *
   * @param error failure of the last try; with {@code UNAVAILABLE}, {@code DEADLINE_EXCEEDED} or
   *     {@code CANCELLED} the task may have been scheduled
   */
  record Refused(AtfException error) implements BatchOutcome {}
}
