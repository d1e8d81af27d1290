package dev.atf.frontend.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.cost.CostSource.Line;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What the ledger makes of what processes have counted. */
final class CostsTest {
  private static final Offset<Double> EXACT = Offset.offset(1e-12);

  private final SimpleMeterRegistry own = new SimpleMeterRegistry();
  private final CostLedger ledger = new CostLedger(own, () -> Instant.EPOCH);

  private static void claim(SimpleMeterRegistry meters, int times) {
    var id = List.of("operation", "UpdateItem", "table", "atf-associations", "event", "claim");
    meters.counter("atf.dynamodb.requests", with(id, "result", "ok")).increment(times);
    meters
        .counter("atf.dynamodb.units", with(id, "kind", "write", "part", "table"))
        .increment(times);
    meters
        .counter("atf.dynamodb.units", with(id, "kind", "write", "part", "index"))
        .increment(2 * times);
  }

  private static String[] with(List<String> tags, String... more) {
    return java.util.stream.Stream.concat(tags.stream(), java.util.Arrays.stream(more))
        .toArray(String[]::new);
  }

  @Test
  void writesAreToldByWhatHappenedToTheTask() {
    claim(own, 3);

    assertThat(ledger.lines()).containsExactly(new Line("DynamoDB", "claim", 3, 9, 0, 0));
    assertThat(ledger.isOfWholeSystem()).isFalse();
  }

  @Test
  void otherRequestsAreToldByWhatWasAskedOfWhichTable() {
    own.counter(
            "atf.dynamodb.requests",
            "operation",
            "Query",
            "table",
            "prod-eu-associations",
            "event",
            "none",
            "result",
            "ok")
        .increment();
    own.counter(
            "atf.dynamodb.units",
            "operation",
            "Query",
            "table",
            "prod-eu-associations",
            "event",
            "none",
            "kind",
            "read",
            "part",
            "index")
        .increment(0.5);
    own.counter("atf.sqs.requests", "operation", "SendMessageBatch").increment();
    own.counter("atf.sqs.units", "operation", "SendMessageBatch").increment(2);

    assertThat(ledger.lines())
        .containsExactly(
            new Line("DynamoDB", "query associations", 1, 0, 0.5, 0),
            new Line("SQS", "send message batch", 1, 0, 0, 2));
  }

  @Test
  void whatOtherProcessesHaveCountedIsAddedUp() {
    var hsc = new SimpleMeterRegistry();
    claim(own, 1);
    claim(hsc, 4);

    ledger.include(new MeterCosts(hsc));

    assertThat(ledger.lines()).containsExactly(new Line("DynamoDB", "claim", 5, 15, 0, 0));
    assertThat(ledger.isOfWholeSystem()).isTrue();
    assertThat(ledger.isEstimate()).isFalse();
  }

  @Test
  void theCallTellsUnitsDollarsAndPricesTheDearestFirst() {
    try (var frontend = new TestFrontend()) {
      frontend.costs().include(counted(new Line("DynamoDB", "claim", 10, 10, 10, 0)));
      frontend.costs().include(counted(new Line("SQS", "queue", 1_000, 0, 0, 1_000_000)));

      var costs = frontend.get("/v1/costs").requireOk().json();

      var first = costs.get("lines").get(0);
      assertThat(first.get("operation").asText()).isEqualTo("queue");
      assertThat(first.get("dollars").asDouble()).isCloseTo(0.4, EXACT);
      var second = costs.get("lines").get(1);
      assertThat(second.get("dollars").asDouble()).isCloseTo(10 * 0.75e-6, EXACT);
      assertThat(costs.get("wholeSystem").asBoolean()).isTrue();
      assertThat(costs.at("/prices/region").asText()).isEqualTo("us-east-1");
      assertThat(costs.at("/prices/writeUnit/asOf").asText()).isNotEmpty();
    }
  }

  private static CostSource counted(Line line) {
    return new CostSource() {
      @Override
      public List<Line> lines() {
        return List.of(line);
      }

      @Override
      public boolean isEstimate() {
        return false;
      }
    };
  }
}
