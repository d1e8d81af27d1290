package dev.atf.hsc;

import dev.atf.access.ServicePort;
import dev.atf.hints.Hints;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.member.Presence;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.hsc.worker.WorkerSightings;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.process.OpenConnections;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * Heartbeat and status controller of this process.
 *
 * <p>It starts with the loops and then the port. It ends with the port, the threads of calls, the
 * loops, its record among the members, and then the connections.
 */
@Singleton
final class HscService implements Service {
  private final ServicePort port;
  private final Loops loops;
  private final Refresh refresh;
  private final Presence presence;
  private final WorkerSightings sightings;
  private final PlaceDirectory places;
  private final Hints hints;
  private final Bulkheads bulkheads;
  private final OpenConnections connections;

  @Inject
  HscService(
      ServicePort port,
      Loops loops,
      Refresh refresh,
      Presence presence,
      WorkerSightings sightings,
      PlaceDirectory places,
      Hints hints,
      Bulkheads bulkheads,
      OpenConnections connections) {
    this.port = port;
    this.loops = loops;
    this.refresh = refresh;
    this.presence = presence;
    this.sightings = sightings;
    this.places = places;
    this.hints = hints;
    this.bulkheads = bulkheads;
    this.connections = connections;
  }

  @Override
  public void start() {
    startLoops();
    port.open(
        "hsc", loops::allAlive, server -> server.blockingTaskExecutor(bulkheads.callThreads()));
  }

  /** Starts the loops. Their names are labels of metrics. */
  private void startLoops() {
    loops.start("hsc-refresh", refresh);
    loops.start("hsc-beat", presence);
    var sighting = loops.start("hsc-sightings", sightings);
    sightings.whenSeen(sighting::wake);
    loops.start("hsc-places", places);
    loops.start("hsc-hints", hints);
  }

  @Override
  public int port() {
    return port.number();
  }

  @Override
  public void close() {
    port.close();
    bulkheads.close();
    loops.close();
    presence.leave();
    connections.close();
  }
}
