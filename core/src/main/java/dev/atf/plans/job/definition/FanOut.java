package dev.atf.plans.job.definition;

/** Number of tasks of a step. Steps that come after it wait for all of them. */
public sealed interface FanOut {
  /** One task, which has no item. */
  record None() implements FanOut {}

  /**
   * One task for each item of a list that was given with the job.
   *
   * @param count number of items, 0–1,000
   */
  record Items(int count) implements FanOut {}

  /**
   * One task for each item of the JSON array that another step returned. If there is no result
   * because that step was skipped or has failed, there are no items.
   */
  record ResultOf(String step) implements FanOut {}

  FanOut NONE = new None();
}
