package dev.atf.infra;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A metric in Prometheus: all samples of one TYPE line.
 *
 * @param labels labels of all its samples, without those of its type
 */
public record MetricFamily(String name, String type, Set<String> labels) {
  private static final Set<String> OF_TYPES = Set.of("le", "quantile");

  public MetricFamily {
    labels = new TreeSet<>(labels);
    labels.removeAll(OF_TYPES);
  }

  /** Returns whether a query of {@code sample} is about it. */
  public boolean has(String sample) {
    return sample.equals(name)
        || Pattern.matches(Pattern.quote(name) + "_(bucket|sum|count|max)", sample);
  }

  public MetricFamily and(MetricFamily other) {
    var all = new TreeSet<>(labels);
    all.addAll(other.labels);
    return new MetricFamily(name, type, all);
  }
}
