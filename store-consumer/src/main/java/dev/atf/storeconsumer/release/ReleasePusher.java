package dev.atf.storeconsumer.release;

import dev.atf.runtime.loop.Pool;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;

/** Pushes the references of released tasks, and counts those that the queues accepted. */
public final class ReleasePusher {
  private final Pusher pusher;
  private final DrainRates drainRates;
  private final ConsumerMetrics metrics;

  /**
   * @param dueAt the time from which the task is late
   */
  public record Released(Pusher.Push push, Instant dueAt) {}

  @Inject
  public ReleasePusher(Pusher pusher, DrainRates drainRates, ConsumerMetrics metrics) {
    this.pusher = pusher;
    this.drainRates = drainRates;
    this.metrics = metrics;
  }

  /**
   * Pushes all references, and moves the alarms of refused ones forward.
   *
   * @param clock read after the pushes, to measure how late they were
   */
  public void push(Collection<Released> released, Pool threads, Instant now, InstantSource clock) {
    var failed = pusher.push(released.stream().map(Released::push).toList(), threads, now);
    var pushedAt = clock.instant();
    for (var one : released) {
      if (!failed.contains(one.push().ref())) {
        drainRates.released(one.push().queue(), 1);
        metrics.released(Duration.between(one.dueAt(), pushedAt));
      }
    }
  }
}
