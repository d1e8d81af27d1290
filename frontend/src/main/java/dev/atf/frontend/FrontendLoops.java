package dev.atf.frontend;

import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.express.ExpressLane;
import dev.atf.frontend.express.ExpressPushes;
import dev.atf.frontend.member.FrontendPeers;
import dev.atf.frontend.resource.SweepStep;
import dev.atf.hints.Hints;
import dev.atf.runtime.loop.DeletionStep;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops of a frontend, in the order in which they start. They stop in the reverse order. Their
 * names are labels of metrics.
 */
final class FrontendLoops implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FrontendLoops.class);

  private final Loops loops;
  private final FrontendPeers peers;
  private final ExpressLane express;
  private final ExpressPushes pushes;
  private final Hints hints;
  private final Optional<DeletionStep> sweep;

  @Inject
  FrontendLoops(
      Loops loops,
      FrontendPeers peers,
      ExpressLane express,
      ExpressPushes pushes,
      Hints hints,
      BlobConnection blobs,
      InstantSource clock,
      MonotonicClock monotonic,
      MeterRegistry metrics) {
    this.loops = loops;
    this.peers = peers;
    this.express = express;
    this.pushes = pushes;
    this.hints = hints;
    this.sweep =
        blobs.sweep().map(each -> new DeletionStep(new SweepStep(each, metrics), clock, monotonic));
  }

  void start() {
    // This happens before the first call, so that the share of the peers is not used twice.
    countPeers();
    loops.start("peers", peers);
    loops.start("frontend-hints", hints);
    sweep.ifPresent(step -> loops.start("resource-sweep", step));
    express.whenWork(loops.start("express", pushes)::wake);
  }

  boolean allAlive() {
    return loops.allAlive();
  }

  /**
   * Stops all loops, pushes the remaining references, and releases this frontend's share to the
   * other frontends.
   */
  @Override
  public void close() {
    loops.close();
    pushes.close();
    leave();
  }

  private void countPeers() {
    try {
      var unused = peers.turn();
    } catch (RuntimeException e) {
      log.warn("the peers are not known yet: {}", e.toString());
    }
  }

  private void leave() {
    try {
      peers.leave();
    } catch (RuntimeException e) {
      log.warn("could not leave; the others notice after the member time-out: {}", e.toString());
    }
  }
}
