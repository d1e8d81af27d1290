package dev.atf.lab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sums of the requests of a cluster to DynamoDB and SQS, as its services count them: {@code
 * atf.dynamodb.*} and {@code atf.sqs.*}.
 */
public final class Ledger {
  private static final String STORE_REQUESTS = "atf_dynamodb_requests_total";
  private static final String STORE_UNITS = "atf_dynamodb_units_total";
  private static final String QUEUE_UNITS = "atf_sqs_units_total";
  private static final String QUEUE_REQUESTS = "atf_sqs_requests_total";
  private static final Pattern LINE = Pattern.compile("(atf_(?:dynamodb|sqs)_\\w+)\\{(.*)} (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private record Series(String name, Map<String, String> labels) {
    boolean has(String label, String value) {
      return value.equals(labels.get(label));
    }

    boolean ofTasks() {
      var table = labels.getOrDefault("table", "");
      return table.endsWith("entities") || table.endsWith("associations");
    }
  }

  private final Map<Series, Double> counts;

  private Ledger(Map<Series, Double> counts) {
    this.counts = counts;
  }

  /** Adds up the metrics of these services. */
  public static Ledger read(List<String> serviceUris) {
    var counts = new HashMap<Series, Double>();
    for (var uri : serviceUris) {
      page(uri)
          .lines()
          .map(LINE::matcher)
          .filter(Matcher::matches)
          .forEach(
              line ->
                  counts.merge(
                      new Series(line.group(1), labels(line.group(2))),
                      Double.parseDouble(line.group(3)),
                      Double::sum));
    }
    return new Ledger(counts);
  }

  public Ledger since(Ledger before) {
    var difference = new HashMap<Series, Double>();
    counts.forEach(
        (series, count) -> difference.put(series, count - before.counts.getOrDefault(series, 0.0)));
    return new Ledger(difference);
  }

  /** Returns the number of writes of this event. */
  long events(String event) {
    return Math.round(
        sum(
            series ->
                series.name().equals(STORE_REQUESTS)
                    && series.has("event", event)
                    && series.has("result", "ok")));
  }

  double writeUnits(String event) {
    return sum(
        series ->
            series.name().equals(STORE_UNITS)
                && series.has("event", event)
                && series.has("kind", "write"));
  }

  /** Returns the write units of putting entities: the cost of a task's payload, once. */
  double entityWriteUnits() {
    return sum(
        series ->
            series.name().equals(STORE_UNITS)
                && series.has("kind", "write")
                && series.has("event", "none")
                && series.ofTasks());
  }

  /** Returns the units of all reads and writes about tasks. */
  double taskUnits(String kind) {
    return sum(
        series ->
            series.name().equals(STORE_UNITS) && series.has("kind", kind) && series.ofTasks());
  }

  /** Returns the units of all requests. */
  double units(String kind) {
    return sum(series -> series.name().equals(STORE_UNITS) && series.has("kind", kind));
  }

  /** Returns the read units of polling the index. */
  double pollReadUnits() {
    return sum(
        series ->
            series.name().equals(STORE_UNITS)
                && series.has("operation", "Query")
                && series.ofTasks());
  }

  double polls() {
    return sum(
        series ->
            series.name().equals(STORE_REQUESTS)
                && series.has("operation", "Query")
                && series.ofTasks());
  }

  /** Returns the requests to each table and to the queues ({@code sqs}) by operation. */
  public Map<String, Double> requests() {
    var requests = new TreeMap<String, Double>();
    counts.forEach(
        (series, count) -> {
          if (count > 0
              && (series.name().equals(STORE_REQUESTS) || series.name().equals(QUEUE_REQUESTS))) {
            var table = series.labels().getOrDefault("table", "sqs");
            var operation = series.labels().getOrDefault("operation", "none");
            requests.merge(
                table.substring(table.lastIndexOf('-') + 1) + " " + operation, count, Double::sum);
          }
        });
    return requests;
  }

  /** Returns the requests by operation, as they are billed. */
  Map<String, Double> queueRequests() {
    var byOperation = new TreeMap<String, Double>();
    counts.forEach(
        (series, count) -> {
          if (series.name().equals(QUEUE_UNITS) && count > 0) {
            byOperation.merge(
                series.labels().getOrDefault("operation", "none"), count, Double::sum);
          }
        });
    return byOperation;
  }

  private double sum(Predicate<Series> wanted) {
    return counts.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static Map<String, String> labels(String text) {
    var labels = new HashMap<String, String>();
    var label = LABEL.matcher(text);
    while (label.find()) {
      labels.put(label.group(1), label.group(2));
    }
    return labels;
  }

  private static String page(String serviceUri) {
    try {
      var request = HttpRequest.newBuilder(URI.create(serviceUri + "/metrics")).build();
      return HTTP.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
