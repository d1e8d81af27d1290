package dev.atf.frontend.explain;

import dev.atf.model.LambdaName;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.store.worker.HostSighting;
import dev.atf.store.worker.HostSightings;
import dev.atf.store.worker.WorkerPlaces;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;

/**
 * Worker hosts of a lambda.
 *
 * @param seen hosts that serve or refuse the lambda, including silent hosts
 * @param heard places whose hosts have recently reported the lambda
 */
record LambdaHosts(List<HostSighting> seen, List<PlaceRecord> heard) {
  static final LambdaHosts NONE = new LambdaHosts(List.of(), List.of());

  LambdaHosts {
    seen = List.copyOf(seen);
    heard = List.copyOf(heard);
  }

  /** Reads the hosts of a lambda with two queries. */
  static final class Source {
    private final HostSightings sightings;
    private final WorkerPlaces places;

    @Inject
    Source(HostSightings sightings, WorkerPlaces places) {
      this.sightings = sightings;
      this.places = places;
    }

    LambdaHosts of(LambdaName lambda, Instant since, Instant now) {
      return new LambdaHosts(
          sightings.seen(lambda, since),
          places.read(now).values().stream()
              .map(WorkerPlaces.Seen::record)
              .filter(place -> place.isHeardFor(lambda, now))
              .toList());
    }
  }
}
