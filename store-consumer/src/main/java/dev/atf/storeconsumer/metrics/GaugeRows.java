package dev.atf.storeconsumer.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Gauges of one name, one for each key. Replacing a value does not unregister its gauge, because a
 * scrape at that moment would miss it.
 */
final class GaugeRows<K> {
  private final MultiGauge gauges;
  private final Function<K, Tags> tags;
  private final Map<K, Double> values = new ConcurrentHashMap<>();

  GaugeRows(MeterRegistry registry, String name, Function<K, Tags> tags) {
    this.gauges = MultiGauge.builder(name).register(registry);
    this.tags = tags;
  }

  /** Replaces all values. Gauges of missing keys are unregistered. */
  synchronized void replace(Map<K, Double> latest) {
    values.putAll(latest);
    gauges.register(latest.keySet().stream().map(this::row).toList(), false);
    values.keySet().retainAll(latest.keySet());
  }

  private MultiGauge.Row<?> row(K key) {
    return MultiGauge.Row.of(tags.apply(key), key, row -> values.getOrDefault(row, Double.NaN));
  }
}
