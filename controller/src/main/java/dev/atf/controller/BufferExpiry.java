package dev.atf.controller;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import java.time.Duration;

/** Ends what has waited long enough: calls with an empty answer, references by giving them back. */
final class BufferExpiry implements Step {
  /** Maximum pause; something that is to end earlier ends it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final TaskMatcher matcher;
  private final TaskBuffers buffers;
  private final Releases releases;
  private final MonotonicClock clock;
  private final ControllerMetrics metrics;

  @Inject
  BufferExpiry(
      TaskMatcher matcher,
      TaskBuffers buffers,
      Releases releases,
      MonotonicClock clock,
      ControllerMetrics metrics) {
    this.matcher = matcher;
    this.buffers = buffers;
    this.releases = releases;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Names what to do when something is to end before all others. */
  void whenEndsEarlier(Runnable action) {
    matcher.whenEndsEarlier(action);
  }

  @Override
  public Duration turn() {
    matcher.takeAllThatWaited().forEach(call -> call.answerNothing(clock.nanos()));
    var overAged = buffers.takeOverAged();
    metrics.overAged(overAged.size());
    releases.atOnce(overAged);
    return matcher.untilNextEnd(IDLE);
  }
}
