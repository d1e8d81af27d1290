package dev.atf.hsc;

import dev.atf.hints.Hints;
import dev.atf.hsc.member.Presence;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.hsc.worker.WorkerSightings;
import dev.atf.runtime.loop.Loops;
import jakarta.inject.Inject;

/**
 * Loops of an HSC, in the order in which they start. They stop in the reverse order. Their names
 * are labels of metrics.
 */
final class HscLoops implements AutoCloseable {
  private final Loops loops;
  private final Refresh refresh;
  private final Presence presence;
  private final WorkerSightings sightings;
  private final PlaceDirectory places;
  private final Hints hints;

  @Inject
  HscLoops(
      Loops loops,
      Refresh refresh,
      Presence presence,
      WorkerSightings sightings,
      PlaceDirectory places,
      Hints hints) {
    this.loops = loops;
    this.refresh = refresh;
    this.presence = presence;
    this.sightings = sightings;
    this.places = places;
    this.hints = hints;
  }

  void start() {
    loops.start("hsc-refresh", refresh);
    loops.start("hsc-beat", presence);
    var sighting = loops.start("hsc-sightings", sightings);
    sightings.whenSeen(sighting::wake);
    loops.start("hsc-places", places);
    loops.start("hsc-hints", hints);
  }

  boolean allAlive() {
    return loops.allAlive();
  }

  /** Stops all loops, and then records that this process no longer serves. */
  @Override
  public void close() {
    loops.close();
    presence.leave();
  }
}
