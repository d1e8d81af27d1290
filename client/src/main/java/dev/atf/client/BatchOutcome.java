package dev.atf.client;

/** Result for one task of a batch. */
public sealed interface BatchOutcome {
  record Scheduled(ScheduledTask task) implements BatchOutcome {}

  /**
   * @param error {@code UNAVAILABLE}, {@code DEADLINE_EXCEEDED} and {@code CANCELLED} after all
   *     tries mean that the task may or may not have been scheduled
   */
  record Refused(AtfException error) implements BatchOutcome {}
}
