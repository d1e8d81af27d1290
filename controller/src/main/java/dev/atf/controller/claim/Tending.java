package dev.atf.controller.claim;

import dev.atf.controller.buffer.ControllerMetrics;
import dev.atf.controller.buffer.Desk;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import java.time.Duration;

/** Ends what has waited long enough: calls with an empty answer, references by giving them back. */
public final class Tending implements Step {
  /** It is woken when something is to end before what it waits for. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final Desk desk;
  private final Releases releases;
  private final MonotonicClock clock;
  private final ControllerMetrics metrics;

  @Inject
  Tending(Desk desk, Releases releases, MonotonicClock clock, ControllerMetrics metrics) {
    this.desk = desk;
    this.releases = releases;
    this.clock = clock;
    this.metrics = metrics;
  }

  @Override
  public Duration turn() {
    desk.takeAllThatWaited().forEach(call -> call.answerNothing(clock.nanos()));
    var overAged = desk.takeOverAged();
    metrics.overAged(overAged.size());
    releases.atOnce(overAged);
    return desk.untilNextEnd(IDLE);
  }
}
