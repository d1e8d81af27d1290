package dev.atf.client;

/** Outcome of one task of a batch. */
public sealed interface BatchOutcome {
  record Scheduled(ScheduledTask task) implements BatchOutcome {}

  /**
   * @param error with {@code UNAVAILABLE}, {@code DEADLINE_EXCEEDED} or {@code CANCELLED} after all
   *     tries, the task may or may not have been scheduled
   */
  record Refused(AtfException error) implements BatchOutcome {}
}
