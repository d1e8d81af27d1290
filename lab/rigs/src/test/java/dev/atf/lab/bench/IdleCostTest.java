package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Arithmetic of the cost of a cluster without tasks, and its table in {@code
 * docs/operate/capacity-and-cost.md}.
 */
final class IdleCostTest {
  private static final Path DOCUMENT = Path.of("../../docs/operate/capacity-and-cost.md");
  private static final String BEGIN = "<!-- idle cost: IdleCostTest -->\n";
  private static final String END = "<!-- end of idle cost -->";

  @Test
  void tableInTheDocumentsIsComputed() throws IOException {
    var document = Files.readString(DOCUMENT);
    int from = document.indexOf(BEGIN) + BEGIN.length();
    int to = document.indexOf(END);
    if (Boolean.getBoolean("atf.docs.update")) {
      Files.writeString(DOCUMENT, document.substring(0, from) + table() + document.substring(to));
      return;
    }

    assertThat(document.substring(from, to)).isEqualTo(table());
  }

  private static String table() {
    var hundred = IdleCost.of(new IdleCost.Cluster(100, 3, 20, 3));
    var thousand = IdleCost.of(new IdleCost.Cluster(1_000, 3, 20, 3));
    var rows = new StringBuilder("| $ a month | 100 lambdas | 1,000 lambdas |\n|---|---|---|\n");
    for (var source : hundred.sources()) {
      rows.append(row(source.name(), source.dollarsAMonth(), of(thousand, source.name())));
    }
    return rows.append(row("together", hundred.dollarsAMonth(), thousand.dollarsAMonth()))
        .toString();
  }

  private static double of(IdleCost cost, String name) {
    return source(cost, name).dollarsAMonth();
  }

  private static String row(String name, double hundred, double thousand) {
    return String.format(Locale.ROOT, "| %s | %.2f | %.2f |%n", name, hundred, thousand);
  }

  @Test
  void hundredLambdasOnTwentyHostsCostLessThanSixtyDollars() {
    var cost = IdleCost.of(new IdleCost.Cluster(100, 3, 20, 3));

    assertThat(cost.dollarsAMonth()).isPositive().isLessThan(60);
  }

  @Test
  void dollarsAreRequestsTimesUnitsTimesPrice() {
    var cost = IdleCost.of(new IdleCost.Cluster(100, 3, 20, 3));

    var due = source(cost, "due lists");
    assertThat(due.perSecond()).isEqualTo(10);
    assertThat(due.dollarsAMonth()).isCloseTo(10 * 0.5 * 2.592 * 0.125, within(1e-9));
    var waiting = source(cost, "waiting receives");
    assertThat(waiting.perSecond()).isEqualTo(15);
    assertThat(waiting.dollarsAMonth()).isCloseTo(15 * 2.592 * 0.4, within(1e-9));
    assertThat(cost.sources().stream().mapToDouble(IdleCost.Source::dollarsAMonth).sum())
        .isCloseTo(cost.dollarsAMonth(), within(1e-9));
  }

  @Test
  void waitingReceivesDoNotGrowWithTheHosts() {
    var few = IdleCost.of(new IdleCost.Cluster(100, 3, 2, 3));
    var many = IdleCost.of(new IdleCost.Cluster(100, 3, 200, 3));

    assertThat(source(many, "waiting receives")).isEqualTo(source(few, "waiting receives"));
  }

  private static IdleCost.Source source(IdleCost cost, String name) {
    return cost.sources().stream()
        .filter(source -> source.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
