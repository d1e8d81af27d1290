package dev.atf.frontend.worker;

import dev.atf.model.check.Ellipsis;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import dev.atf.store.worker.WorkerPlaces;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Orders of operators to worker hosts. An order names the caller whose call the current thread
 * serves. A host receives it in the answer to its next report. All orders are safe to repeat.
 */
final class WorkerOrders {
  private static final int REASON_CHARS_MAX = 100;
  private static final int WRITES_MAX = 5;

  private final WorkerPlaces places;
  private final InstantSource clock;

  @Inject
  WorkerOrders(WorkerPlaces places, InstantSource clock) {
    this.places = places;
    this.clock = clock;
  }

  /**
   * Drains a place, so that its hosts take no more work.
   *
   * @throws StatusRuntimeException WORKER_NOT_FOUND, CHANGED_MEANWHILE
   */
  PlaceRecord drain(WorkerPlace place, String reason) {
    var by = by(reason);
    return change(place, seen -> seen.drain().isEmpty() ? seen.withDrain(by) : seen);
  }

  PlaceRecord undrain(WorkerPlace place) {
    return change(place, seen -> seen.withDrain(""));
  }

  /**
   * Stops the host that holds a place, and frees the place for another host.
   *
   * @param instance instance of the host; empty for the host that holds the place, if any
   * @throws StatusRuntimeException WORKER_NOT_FOUND, also if another host holds the place;
   *     CHANGED_MEANWHILE
   */
  PlaceRecord retire(WorkerPlace place, Optional<String> instance, String reason) {
    var now = now();
    var by = "retired " + by(reason);
    return change(
        place,
        seen -> {
          if (instance.filter(id -> seen.gone(id).isPresent()).isPresent()) {
            return seen;
          }
          if (instance.filter(id -> !seen.isHeldBy(id)).isPresent()) {
            throw RpcErrors.of(
                ErrorReason.WORKER_NOT_FOUND,
                "place %s is not held by %s".formatted(place, instance.get()));
          }
          return seen.retired(by, now);
        });
  }

  private PlaceRecord change(WorkerPlace place, UnaryOperator<PlaceRecord> change) {
    for (int write = 0; write < WRITES_MAX; write++) {
      var seen = Optional.ofNullable(places.read(now()).get(place));
      var before = seen.orElseThrow(() -> WorkerView.notFound(place)).record();
      var after = change.apply(before);
      if (after.equals(before) || places.write(after, seen, now()).isPresent()) {
        return after;
      }
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE, "place " + place + " changes all the time; repeat the call");
  }

  private static String by(String reason) {
    var caller = Principal.current().map(Principal::name).orElse("a client");
    var kept = Ellipsis.cut(reason, REASON_CHARS_MAX);
    return "by " + caller + (kept.isEmpty() ? "" : ": " + kept);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
