package dev.atf.store.worker;

import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places of worker hosts, stored as members of one service. Each place is only written if it has
 * not changed since it was read. There are a few hundred at most, so all of them are read together.
 * Correctness does not depend on them.
 */
public final class WorkerPlaces {
  private static final Logger log = LoggerFactory.getLogger(WorkerPlaces.class);
  private static final String SERVICE = "worker-places";

  /**
   * Time after which a place is forgotten. Until then, a paused previous holder that resumes is
   * ordered to exit.
   */
  private static final Duration FORGOTTEN_AFTER = Duration.ofDays(7);

  /**
   * Time after which a place without a name is forgotten. No other host can hold such a place, so
   * it is only kept for display.
   */
  private static final Duration UNNAMED_FORGOTTEN_AFTER = Duration.ofHours(1);

  private final MemberRegistry members;

  @Inject
  public WorkerPlaces(MemberRegistry members) {
    this.members = members;
  }

  /**
   * Record of a place with the row that it was read from.
   *
   * @param row row in the store; a replacing write fails if the stored row differs
   */
  public record Seen(PlaceRecord record, Sighting row) {}

  /**
   * Reads all places that were seen within a week, or within an hour if they have no name of their
   * own. Unreadable places are omitted.
   */
  public SortedMap<WorkerPlace, Seen> read(Instant now) {
    var places = new TreeMap<WorkerPlace, Seen>();
    members
        .seen(SERVICE, now.minus(FORGOTTEN_AFTER))
        .forEach(
            (place, row) -> {
              try {
                var record = PlaceCodec.read(row.note());
                if (row.at().plus(kept(record)).isAfter(now)) {
                  places.put(record.place(), new Seen(record, row));
                }
              } catch (IllegalArgumentException e) {
                log.warn("place={} is of another version, or damaged", place, e);
              }
            });
    return places;
  }

  /**
   * Replaces a record.
   *
   * @param seen row to replace; empty if there was none
   * @return the stored row; empty if a different row is stored, so that nothing was written
   */
  public Optional<Seen> write(PlaceRecord next, Optional<Seen> seen, Instant now) {
    var row = new Sighting(now, PlaceCodec.note(next, seen.map(it -> it.row().note())));
    boolean written =
        members.replace(
            SERVICE, next.place().value(), seen.map(Seen::row), row, now.plus(kept(next)));
    if (written && !next.report().named() && next.isForgettable()) {
      members.leave(SERVICE, next.place().value());
    }
    return written ? Optional.of(new Seen(next, row)) : Optional.empty();
  }

  private static Duration kept(PlaceRecord record) {
    return record.report().named() ? FORGOTTEN_AFTER : UNNAMED_FORGOTTEN_AFTER;
  }
}
