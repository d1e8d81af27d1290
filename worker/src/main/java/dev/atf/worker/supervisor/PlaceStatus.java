package dev.atf.worker.supervisor;

import java.util.Optional;

/**
 * Status of one place for an executor, filled or not.
 *
 * @param index index among the places of its lambda, from 0
 * @param child empty between a death and the next start
 * @param ready whether the child takes work
 * @param restarts how often it was filled again after a death
 * @param deaths the latest deaths of executors that were not ready for long; empty after an
 *     executor that was
 * @param crashLoop whether there were too many deaths in a row to be chance
 * @param asleep whether it stays empty until there is more load
 */
record PlaceStatus(
    String lambda,
    int index,
    Optional<ChildStatus> child,
    boolean ready,
    int restarts,
    Optional<RepeatedDeaths> deaths,
    boolean crashLoop,
    boolean asleep) {
  /** Returns whether it is empty, or not ready yet, because its executors keep dying. */
  boolean isFailing() {
    return !asleep && deaths.isPresent() && !ready;
  }
}
