package dev.atf.worker.supervisor;

import java.util.Optional;

/**
 * Status of one place for an executor, filled or not.
 *
 * @param index index among the places of its lambda, from 0
 * @param child running executor; empty between a death and the next start
 * @param ready whether the child takes work
 * @param restarts number of times that the place was filled again after a death
 * @param deaths latest consecutive deaths of executors that were not ready for long; empty if the
 *     last executor was
 * @param crashLoop whether there were too many consecutive deaths to be chance
 * @param asleep whether the place stays empty until there is more load
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
  /** Returns whether the place is empty or not ready, because its executors keep dying. */
  boolean isFailing() {
    return !asleep && deaths.isPresent() && !ready;
  }
}
