package dev.atf.storeconsumer.release;

import dev.atf.runtime.loop.Pool;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;

/** Pushes the references of tasks that were just released, and counts those that queues took. */
public final class ReleasePusher {
  private final Pusher pusher;
  private final DrainRates drainRates;
  private final ConsumerMetrics metrics;

  /**
   * @param dueAt from when on the task is late
   */
  public record Released(Pusher.Push push, Instant dueAt) {}

  @Inject
  public ReleasePusher(Pusher pusher, DrainRates drainRates, ConsumerMetrics metrics) {
    this.pusher = pusher;
    this.drainRates = drainRates;
    this.metrics = metrics;
  }

  /**
   * Pushes all, and takes the alarms of those forward that were refused.
   *
   * @param clock read after the pushes: so late they were
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
