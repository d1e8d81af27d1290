package dev.atf.frontend.resource;

import dev.atf.blob.store.BlobSweep;
import dev.atf.runtime.loop.Step;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes resources that no task needs any more. Every frontend does this, but no single frontend
 * has to.
 */
public final class SweepStep implements Step {
  private static final Logger log = LoggerFactory.getLogger(SweepStep.class);

  /**
   * Time between two sweeps: short compared to the day for which an expired resource stays, and
   * with few requests to S3.
   */
  private static final Duration SWEEP_EVERY = Duration.ofHours(6);

  private static final Duration PAGE_EVERY = Duration.ofSeconds(1);

  private final BlobSweep sweep;
  private final Counter removed;
  private final Counter removedBytes;

  public SweepStep(BlobSweep sweep, MeterRegistry metrics) {
    this.sweep = sweep;
    this.removed =
        Counter.builder("atf.frontend.resources.removed")
            .description("contents of resources that no task needed any more")
            .register(metrics);
    this.removedBytes =
        Counter.builder("atf.frontend.resources.removed.bytes")
            .baseUnit("bytes")
            .description("bytes of contents that no task needed any more")
            .register(metrics);
  }

  @Override
  public Duration turn() {
    var swept = sweep.step();
    removed.increment(swept.removed());
    removedBytes.increment((double) swept.bytes());
    if (swept.removed() > 0) {
      log.info("removed resources count={} bytes={}", swept.removed(), swept.bytes());
    }
    return swept.isLast() ? SWEEP_EVERY : PAGE_EVERY;
  }
}
