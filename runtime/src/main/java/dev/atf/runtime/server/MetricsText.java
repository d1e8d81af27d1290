package dev.atf.runtime.server;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.NamingConvention;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts meters to the text format of Prometheus, with Micrometer's names for that format.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Prometheus:
 *     exposition formats</a>
 */
final class MetricsText {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Meters with the same name: the common header, and a line for each meter. */
  private record Family(String type, String help, List<String> lines) {}

  private final Map<String, Family> families = new TreeMap<>();

  private MetricsText() {}

  static String of(MeterRegistry metrics) {
    var text = new MetricsText();
    metrics.forEachMeter(text::add);
    var lines = new StringBuilder();
    text.families.forEach(
        (name, family) -> {
          lines.append("# HELP ").append(name).append(' ').append(family.help()).append('\n');
          lines.append("# TYPE ").append(name).append(' ').append(family.type()).append('\n');
          family.lines().forEach(line -> lines.append(line).append('\n'));
        });
    return lines.toString();
  }

  private void add(Meter meter) {
    var id = meter.getId();
    var name = nameOf(id);
    meter
        .measure()
        .forEach(
            measurement -> {
              var value = measurement.getValue();
              switch (measurement.getStatistic()) {
                case COUNT -> {
                  if (id.getType() == Meter.Type.COUNTER) {
                    line(id, name, name, number(value));
                  } else {
                    line(id, name + "_count", name, Long.toString((long) value));
                  }
                }
                case TOTAL, TOTAL_TIME -> line(id, name + "_sum", name, number(value));
                case MAX -> line(id, name + "_max", name + "_max", number(value));
                case VALUE, ACTIVE_TASKS, DURATION, UNKNOWN ->
                    line(id, name + suffix(measurement.getStatistic()), name, number(value));
              }
            });
  }

  private static String suffix(Statistic statistic) {
    return switch (statistic) {
      case ACTIVE_TASKS -> "_active_count";
      case DURATION -> "_duration_sum";
      default -> "";
    };
  }

  private void line(Meter.Id id, String name, String family, String value) {
    var tags =
        id.getTags().stream().map(MetricsText::tag).collect(Collectors.joining(",", "{", "}"));
    families
        .computeIfAbsent(
            family,
            key -> new Family(typeOf(id, key), helpOf(id.getDescription()), new ArrayList<>()))
        .lines()
        .add(name + (id.getTags().isEmpty() ? "" : tags) + " " + value);
  }

  private static String tag(Tag tag) {
    return NamingConvention.snakeCase.tagKey(tag.getKey()).replaceAll("[^a-zA-Z0-9_]", "_")
        + "=\""
        + tag.getValue().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
        + "\"";
  }

  private static String nameOf(Meter.Id id) {
    var name =
        NamingConvention.snakeCase
            .name(id.getName(), id.getType(), id.getBaseUnit())
            .replaceAll("[^a-zA-Z0-9_:]", "_");
    var unit = id.getBaseUnit();
    return switch (id.getType()) {
      case COUNTER -> withSuffix(withUnit(name, unit), "_total");
      case TIMER, LONG_TASK_TIMER -> withSuffix(name, "_seconds");
      case GAUGE, DISTRIBUTION_SUMMARY, OTHER -> withUnit(name, unit);
    };
  }

  private static String withUnit(String name, @Nullable String unit) {
    return unit == null || unit.isEmpty() ? name : withSuffix(name, "_" + unit);
  }

  private static String withSuffix(String name, String suffix) {
    return name.endsWith(suffix) ? name : name + suffix;
  }

  private static String typeOf(Meter.Id id, String family) {
    return switch (id.getType()) {
      case COUNTER -> "counter";
      case TIMER, DISTRIBUTION_SUMMARY -> family.endsWith("_max") ? "gauge" : "summary";
      case GAUGE -> "gauge";
      case LONG_TASK_TIMER, OTHER -> "untyped";
    };
  }

  private static String helpOf(@Nullable String description) {
    return description == null ? "" : description.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return Double.isNaN(value) ? "NaN" : Double.toString(value);
  }
}
