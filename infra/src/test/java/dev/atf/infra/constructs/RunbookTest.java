package dev.atf.infra.constructs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.infra.constructs.observability.AlarmKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that the alarms of CloudWatch, the rules for Prometheus and the runbook have the same
 * entries.
 */
final class RunbookTest {
  /** Alarms that only AWS has: on metrics of DynamoDB, SQS and the load balancer. */
  private static final Set<String> OF_AWS =
      Set.of("store-throttled", "messages-unusable", "api-without-targets", "hsc-without-targets");

  private static final Pattern RUNBOOK = Pattern.compile("runbook: ([a-z-]+)");

  @Test
  void everyAlarmHasItsEntryAndEveryEntryItsAlarm() throws IOException {
    assertThat(entries()).containsExactlyInAnyOrderElementsOf(kinds());
  }

  @Test
  void everyEntrySaysWhatItMeansWhatToCheckAndHowToFixIt() throws IOException {
    var entries = Pattern.compile("(?m)^## ").splitAsStream(runbook()).skip(1).toList();

    assertThat(entries)
        .isNotEmpty()
        .allSatisfy(
            entry -> assertThat(entry).containsSubsequence("**Means**", "**Check**", "**Fix**"));
  }

  @Test
  void everyRuleForPrometheusIsAnAlarmOfCloudWatchToo() throws IOException {
    var rules = new TreeSet<String>();
    RUNBOOK
        .matcher(Files.readString(Path.of("../docs/observability/alerts.yaml")))
        .results()
        .forEach(found -> rules.add(found.group(1)));
    rules.addAll(OF_AWS);

    assertThat(rules).containsExactlyInAnyOrderElementsOf(kinds());
  }

  private static List<String> entries() throws IOException {
    return runbook()
        .lines()
        .filter(line -> line.startsWith("## "))
        .map(line -> line.substring("## ".length()))
        .toList();
  }

  private static String runbook() throws IOException {
    return Files.readString(Path.of("../docs/operate/runbooks.md"));
  }

  private static Set<String> kinds() {
    return Arrays.stream(AlarmKind.values())
        .map(AlarmKind::entry)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
