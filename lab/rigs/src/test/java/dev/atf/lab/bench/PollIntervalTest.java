package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.config.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that the table of latency against cost in {@code docs/operate/capacity-and-cost.md} follows
 * from list prices.
 */
final class PollIntervalTest {
  private static final Path DOCUMENT = Path.of("../../docs/operate/capacity-and-cost.md");
  private static final String BEGIN = "<!-- poll intervals: PollIntervalTest -->\n";
  private static final String END = "<!-- end of poll intervals -->";

  /** Read units of an eventually consistent query in DynamoDB that finds nothing. */
  private static final double READ_UNITS = 0.5;

  /** Lists of a shard that are polled with every interval while its lambda is awake. */
  private static final List<Alarm> LISTS = List.of(Alarm.DUE, Alarm.CHECK);

  /** Lists of a lambda of three priorities, those of its plans among them. */
  private static final int LISTS_OF_LAMBDA = 3 * LISTS.size() + PlanKind.values().length;

  private static final List<Duration> INTERVALS =
      List.of(
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10));

  @Test
  void theTableIsWhatThePricesMake() throws IOException {
    var document = Files.readString(DOCUMENT);
    int from = document.indexOf(BEGIN) + BEGIN.length();
    int to = document.indexOf(END);
    var table = table();
    if (Boolean.getBoolean("atf.docs.update")) {
      Files.writeString(DOCUMENT, document.substring(0, from) + table + document.substring(to));
      return;
    }

    assertThat(document.substring(from, to)).isEqualTo(table);
  }

  private static String table() {
    var rows =
        INTERVALS.stream()
            .map(
                interval ->
                    String.format(
                        Locale.ROOT,
                        "| %s | %s | %.2f | %.2f |%n",
                        Durations.text(interval),
                        Durations.text(interval.dividedBy(2)),
                        dollars(interval),
                        dollars(interval) / LISTS.size() * LISTS_OF_LAMBDA * 100))
            .collect(Collectors.joining());
    return """
    | `pollInterval` | mean delay without a hint | $ a month of one <lambda, priority, shard> with work | of 100 lambdas of 3 priorities |
    |---|---|---|---|
    """
        + rows;
  }

  private static double dollars(Duration interval) {
    double polls = LISTS.size() * (double) Duration.ofDays(30).toMillis() / interval.toMillis();
    return polls * READ_UNITS * PriceTable.load().readUnit().dollarsPerMillion() / 1e6;
  }
}
