package dev.atf.worker.supervisor;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Executors of one lambda on this host.
 *
 * @param wanted number of processes that should run; 0 while the lambda sleeps
 * @param ready number of executors that take work
 * @param starting number of executors that run but do not take work yet
 * @param failing number of places in a crash loop
 * @param deaths deaths of the place with the most of them; empty if no place is failing
 */
public record LambdaExecutors(
    String lambda,
    int wanted,
    int ready,
    int starting,
    int failing,
    Optional<RepeatedDeaths> deaths) {
  static LambdaExecutors of(String lambda, Collection<PlaceStatus> places) {
    return new LambdaExecutors(
        lambda,
        (int) places.stream().filter(place -> !place.asleep()).count(),
        (int) places.stream().filter(PlaceStatus::ready).count(),
        (int) places.stream().filter(place -> place.child().isPresent() && !place.ready()).count(),
        (int) places.stream().filter(PlaceStatus::isFailing).count(),
        places.stream()
            .filter(PlaceStatus::isFailing)
            .flatMap(place -> place.deaths().stream())
            .max(Comparator.comparingInt(RepeatedDeaths::inARow)));
  }
}
