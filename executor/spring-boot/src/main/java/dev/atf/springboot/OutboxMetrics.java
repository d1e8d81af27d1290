package dev.atf.springboot;

import dev.atf.outbox.OutboxListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** Meters of a relay, as {@code docs/metrics.md} lists them. */
final class OutboxMetrics implements OutboxListener {
  private final Counter scheduledTasks;
  private final Counter refusedRows;
  private volatile long rows;
  private volatile long refused;
  private volatile Duration oldest = Duration.ZERO;

  OutboxMetrics(MeterRegistry meters) {
    scheduledTasks = meters.counter("atf.outbox.scheduled");
    refusedRows = meters.counter("atf.outbox.refused");
    Gauge.builder("atf.outbox.rows", this, of -> of.rows).register(meters);
    Gauge.builder("atf.outbox.rows.refused", this, of -> of.refused).register(meters);
    Gauge.builder("atf.outbox.oldest.age", this, of -> of.oldest.toMillis() / 1e3)
        .baseUnit("seconds")
        .register(meters);
  }

  @Override
  public void scheduled(int tasks) {
    scheduledTasks.increment(tasks);
  }

  @Override
  public void refused(String lambda, String failure) {
    refusedRows.increment();
  }

  @Override
  public void waiting(long rows, long refused, Duration oldest) {
    this.rows = rows;
    this.refused = refused;
    this.oldest = oldest;
  }
}
