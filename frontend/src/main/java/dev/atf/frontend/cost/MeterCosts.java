package dev.atf.frontend.cost;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** What one process has counted: its meters {@code atf.dynamodb.*} and {@code atf.sqs.*}. */
public final class MeterCosts implements CostSource {
  private static final String STORE = "DynamoDB";
  private static final String QUEUES = "SQS";

  private final MeterRegistry meters;

  public MeterCosts(MeterRegistry meters) {
    this.meters = meters;
  }

  @Override
  public List<Line> lines() {
    var lines = new ArrayList<Line>();
    each(lines, "atf.dynamodb.requests", STORE, n -> new Part(n, 0, 0, 0));
    for (var counter : meters.find("atf.dynamodb.units").counters()) {
      boolean writes = "write".equals(counter.getId().getTag("kind"));
      double units = counter.count();
      var part = writes ? new Part(0, units, 0, 0) : new Part(0, 0, units, 0);
      lines.add(part.of(STORE, counter.getId()));
    }
    each(lines, "atf.sqs.requests", QUEUES, n -> new Part(n, 0, 0, 0));
    each(lines, "atf.sqs.units", QUEUES, n -> new Part(0, 0, 0, n));
    return lines;
  }

  @Override
  public boolean isEstimate() {
    return false;
  }

  private void each(List<Line> lines, String meter, String service, DoubleFunction<Part> part) {
    for (Counter counter : meters.find(meter).counters()) {
      lines.add(part.apply(counter.count()).of(service, counter.getId()));
    }
  }

  private record Part(double count, double writeUnits, double readUnits, double queueRequests) {
    Line of(String service, Meter.Id id) {
      return new Line(
          service, operation(id), Math.round(count), writeUnits, readUnits, queueRequests);
    }
  }

  private static String operation(Meter.Id id) {
    return Optional.ofNullable(id.getTag("event"))
        .filter(event -> !event.equals("none"))
        .orElseGet(() -> words(id.getTag("operation")) + " " + lastWord(id.getTag("table")))
        .strip();
  }

  /** Of {@code GetQueueAttributes}: {@code get queue attributes}. */
  private static String words(@Nullable String operation) {
    return operation == null
        ? ""
        : operation.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  /** A table without the prefix of its cluster. */
  private static String lastWord(@Nullable String table) {
    return table == null ? "" : table.substring(table.lastIndexOf('-') + 1);
  }
}
