package dev.atf.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A line of a process's {@code /metrics}. */
public record Scraped(String name, Map<String, String> labels, double value) {
  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (atf_\\w+) (\\w+)$");
  private static final Pattern LINE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? ([0-9.E+-]+|NaN)");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

  /** Returns the metrics of one process. */
  public static List<Scraped> of(String uri) {
    var all = new ArrayList<Scraped>();
    for (var line : text(uri).split("\n", -1)) {
      var found = LINE.matcher(line);
      if (found.matches()) {
        all.add(
            new Scraped(
                found.group(1),
                labels(found.group(2) == null ? "" : found.group(2)),
                Double.parseDouble(found.group(3))));
      }
    }
    return all;
  }

  private static String text(String uri) {
    try {
      var request = HttpRequest.newBuilder(URI.create(uri + "/metrics")).build();
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .build()
          .send(request, BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the metrics of one process, each with the labels of all its samples. */
  public static List<MetricFamily> families(String uri) {
    var types = new TreeMap<String, String>();
    var all = TYPE.matcher(text(uri));
    while (all.find()) {
      types.put(all.group(1), all.group(2));
    }
    var samples = of(uri);
    return types.entrySet().stream()
        .map(type -> family(type.getKey(), type.getValue(), samples))
        .toList();
  }

  private static MetricFamily family(String name, String type, List<Scraped> samples) {
    var labels = new HashSet<String>();
    var family = new MetricFamily(name, type, labels);
    samples.stream()
        .filter(sample -> family.has(sample.name()))
        .forEach(sample -> labels.addAll(sample.labels().keySet()));
    return new MetricFamily(name, type, labels);
  }

  private static Map<String, String> labels(String text) {
    var labels = new HashMap<String, String>();
    var found = LABEL.matcher(text);
    while (found.find()) {
      labels.put(found.group(1), found.group(2));
    }
    return labels;
  }
}
