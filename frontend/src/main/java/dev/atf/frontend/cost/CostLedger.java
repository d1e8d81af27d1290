package dev.atf.frontend.cost;

import dev.atf.frontend.cost.CostSource.Line;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the processes that this frontend knows have asked of the store and of the queues: itself,
 * and those that whoever starts the system on one machine has told it of.
 */
@Singleton
public final class CostLedger {
  private final List<CostSource> sources = new CopyOnWriteArrayList<>();
  private final Instant since;

  @Inject
  CostLedger(MeterRegistry own, InstantSource clock) {
    sources.add(new MeterCosts(own));
    this.since = clock.instant();
  }

  /** Adds what another part of the system counts, from now on. */
  public void include(CostSource other) {
    sources.add(other);
  }

  Instant since() {
    return since;
  }

  boolean isOfWholeSystem() {
    return sources.size() > 1;
  }

  boolean isEstimate() {
    return sources.stream().anyMatch(CostSource::isEstimate);
  }

  /** All sources together, one line for each operation. */
  List<Line> lines() {
    var sums = new LinkedHashMap<String, Line>();
    for (var source : sources) {
      for (var line : source.lines()) {
        sums.merge(line.service() + " " + line.operation(), line, Line::plus);
      }
    }
    return List.copyOf(sums.values());
  }
}
