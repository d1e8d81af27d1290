package dev.atf.infra.constructs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.infra.LivingCluster;
import dev.atf.infra.MetricFamily;
import dev.atf.infra.Scraped;
import dev.atf.model.task.TaskEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that {@code docs/metrics.md} lists every metric, and none that does not exist, and that the
 * alert rules and the dashboard use only listed ones.
 */
@Tag("system")
@ExtendWith(LivingCluster.Shared.class)
final class MetricsDocTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(atf_\\w+)` \\| (\\w+) \\| ([^|]*) \\| ([^|]+) \\|$");
  private static final Pattern LITERAL = Pattern.compile("\"(atf(?:\\.[a-z]+){2,})\"");
  private static final Pattern NAME = Pattern.compile("atf_\\w+");
  private static final Pattern ASKED =
      Pattern.compile("(\\w+)=~?\\\\?\"|by \\(([\\w, ]+)\\)|(\\w+)!=\\\\?\"");

  private static final Pattern EVENTS = Pattern.compile("event=~?\\\\?\"([^\"\\\\]+)");

  /** Types that have a gauge of their recent maximum. */
  private static final Set<String> MEASURED = Set.of("summary", "histogram");

  /** Labels that Prometheus adds, or the type of the metric. */
  private static final Set<String> OF_ALL = Set.of("instance", "job", "le");

  private static final Map<String, MetricFamily> EMITTED = new TreeMap<>();
  private static LivingCluster cluster;

  @BeforeAll
  static void live(LivingCluster shared) {
    cluster = shared;
    for (var component : List.of("frontend", "store-consumer", "hsc", "worker")) {
      Scraped.families(cluster.uri(component))
          .forEach(family -> EMITTED.merge(family.name(), family, MetricFamily::and));
    }
  }

  @Test
  void everyEmittedMetricIsDocumentedWithTypeAndLabels() {
    var documented = documented();

    assertThat(documented.keySet()).containsAll(EMITTED.keySet());
    assertThat(EMITTED.values().stream().filter(family -> !isDocumented(family, documented)))
        .isEmpty();
  }

  private static boolean isDocumented(MetricFamily family, Map<String, MetricFamily> documented) {
    var row = requireNonNull(documented.get(family.name()));
    return row.type().equals(family.type()) && row.labels().containsAll(family.labels());
  }

  @Test
  void everyDocumentedMetricIsEmittedOrNamedInTheCode() {
    var inCode = namesInCode();

    assertThat(documented().keySet())
        .allMatch(name -> EMITTED.containsKey(name) || inCode.contains(base(name)));
  }

  @Test
  void everyMetricNamedInTheCodeIsDocumented() {
    var documented =
        documented().keySet().stream().map(MetricsDocTest::base).collect(Collectors.toSet());

    assertThat(documented).containsAll(namesInCode());
  }

  @Test
  void everyLabelIsBounded() {
    var bounds = document();
    var labels = new TreeSet<String>();
    documented().values().forEach(family -> labels.addAll(family.labels()));

    assertThat(labels).allMatch(label -> bounds.contains("\n| `" + label + "` | "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
  void alertsAndDashboardsUseDocumentedMetrics(String file) throws IOException {
    var text = Files.readString(DOCS.resolve("observability").resolve(file));
    var documented = documented().values();
    var asked = new TreeSet<String>();
    for (var line : text.lines().filter(line -> line.contains("expr")).toList()) {
      var families = new HashSet<MetricFamily>();
      for (var name = NAME.matcher(line); name.find(); ) {
        asked.add(name.group());
        var sample = name.group();
        var found = documented.stream().filter(family -> family.has(sample)).findFirst();
        assertThat(found).as(sample).isPresent();
        families.add(found.get());
      }
      for (var label : labelsAsked(line)) {
        assertThat(families)
            .as("%s in %s", label, line)
            .anyMatch(family -> OF_ALL.contains(label) || family.labels().contains(label));
      }
    }

    assertThat(asked).hasSizeGreaterThan(8);
  }

  /** Tests against values that are never emitted: a query for them finds nothing, silently. */
  @ParameterizedTest
  @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
  void theEventsAskedForAreThoseOfTheLifecycle(String file) throws IOException {
    var text = Files.readString(DOCS.resolve("observability").resolve(file));
    var events =
        Arrays.stream(TaskEvent.values())
            .map(event -> event.name().toLowerCase(Locale.ROOT))
            .toList();
    var asked = new TreeSet<String>();
    for (var values = EVENTS.matcher(text); values.find(); ) {
      asked.addAll(List.of(values.group(1).split("\\|", -1)));
    }

    assertThat(asked).isNotEmpty();
    assertThat(asked).allMatch(value -> events.stream().anyMatch(event -> event.matches(value)));
  }

  @Test
  void everyAlertLeadsIntoTheRunbook() throws IOException {
    var rules = Files.readString(DOCS.resolve("observability/alerts.yaml"));
    var runbook = Files.readString(DOCS.resolve("operate/runbooks.md"));
    var entries = Pattern.compile("runbook: ([a-z-]+)").matcher(rules);
    int count = 0;
    while (entries.find()) {
      count++;
      assertThat(runbook).contains("\n## " + entries.group(1) + "\n");
    }

    assertThat(count).isEqualTo((int) rules.lines().filter(l -> l.contains("- alert:")).count());
  }

  private static Set<String> labelsAsked(String line) {
    var labels = new TreeSet<String>();
    for (var asked = ASKED.matcher(line); asked.find(); ) {
      if (asked.group(1) != null) {
        labels.add(asked.group(1));
      } else if (asked.group(3) != null) {
        labels.add(asked.group(3));
      } else {
        labels.addAll(List.of(asked.group(2).split(", *")));
      }
    }
    return labels;
  }

  private static Map<String, MetricFamily> documented() {
    var families = new TreeMap<String, MetricFamily>();
    for (var row = ROW.matcher(document()); row.find(); ) {
      var labels = new TreeSet<String>();
      for (var label = Pattern.compile("`(\\w+)`").matcher(row.group(3)); label.find(); ) {
        labels.add(label.group(1));
      }
      put(new MetricFamily(row.group(1), row.group(2), labels), families);
    }
    return families;
  }

  /** Puts a family, and the gauge of its recent maximum, which has no row of its own. */
  private static void put(MetricFamily family, Map<String, MetricFamily> families) {
    families.put(family.name(), family);
    if (MEASURED.contains(family.type())) {
      var max = family.name() + "_max";
      families.put(max, new MetricFamily(max, "gauge", family.labels()));
    }
  }

  private static String document() {
    try {
      return Files.readString(DOCS.resolve("metrics.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the name in the code: without the suffix that Prometheus adds. */
  private static String base(String name) {
    return name.replaceFirst("(_seconds)?(_total|_max)?$", "").replace('_', '.');
  }

  /** Returns the names of the metrics of all modules in a cluster. */
  private static Set<String> namesInCode() {
    var names = new TreeSet<String>();
    try {
      var modules = MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")));
      for (var module : modules.results().map(one -> one.group(1)).toList()) {
        var sources = ROOT.resolve(module).resolve("src/main/java");
        if (Files.isDirectory(sources) && !module.equals("testing")) {
          names.addAll(namesIn(sources));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // The middle of the names that Armeria makes, and names that are no metrics.
    names.removeAll(Set.of("atf.dev", "atf.audit.level", "atf.client.uri"));
    return names.stream()
        .map(name -> base(name.replace('.', '_')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> namesIn(Path sources) throws IOException {
    var names = new TreeSet<String>();
    try (var files = Files.walk(sources)) {
      for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        for (var name = LITERAL.matcher(Files.readString(file)); name.find(); ) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }
}
