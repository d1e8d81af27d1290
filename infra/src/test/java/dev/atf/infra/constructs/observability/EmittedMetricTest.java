package dev.atf.infra.constructs.observability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.infra.LivingCluster;
import dev.atf.infra.Scraped;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that running components emit the metrics of alarms and scaling, with these labels. */
@Tag("system")
@ExtendWith(LivingCluster.Shared.class)
final class EmittedMetricTest {
  /** Labels that the collector adds to every metric. */
  private static final List<String> OF_THE_COLLECTOR = List.of("cluster", "component");

  private static LivingCluster cluster;

  @BeforeAll
  static void live(LivingCluster shared) {
    cluster = shared;
  }

  @ParameterizedTest
  @ValueSource(strings = {"frontend", "store-consumer", "hsc", "worker"})
  void aComponentHasItsMetricsWithTheirLabels(String component) {
    var scraped = Scraped.of(cluster.uri(component));

    assertThat(EmittedMetric.of(component)).isNotEmpty();
    for (var metric : EmittedMetric.of(component)) {
      if (metric == EmittedMetric.AUTH_REFUSED) {
        continue; // This cluster asks for no credentials: AuthenticationTest.
      }
      var labels =
          metric.labels().stream().filter(name -> !OF_THE_COLLECTOR.contains(name)).toList();
      assertThat(scraped)
          .as("%s of %s with %s", metric.metric(), component, labels)
          .anyMatch(
              found ->
                  found.name().equals(metric.metric())
                      && found.labels().keySet().containsAll(labels));
    }
  }
}
