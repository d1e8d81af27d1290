package dev.atf.infra.constructs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evaluates the alert rules on series that must make them fire, and on others that must not. */
@Tag("system")
final class AlertRulesTest {
  private static final Path TOOL = Path.of("/usr/bin/promtool");
  private static final Path RULES = Path.of("../docs/observability/alerts.yaml");
  private static final Path TESTS =
      Path.of("src/test/resources/dev/atf/infra/alerts/alerts.test.yaml");

  @TempDir private Path directory;

  @Test
  @Tag("P9")
  void eachRuleFiresWhenItHasToAndOnlyThen() throws Exception {
    assumeTrue(Files.isExecutable(TOOL), "no " + TOOL + " (package prometheus)");
    var output = directory.resolve("output").toFile();

    var promtool =
        new ProcessBuilder(TOOL.toString(), "test", "rules", TESTS.toString())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();

    assertThat(promtool.waitFor(10, TimeUnit.MINUTES)).as("promtool has ended").isTrue();
    assertThat(promtool.exitValue()).as(Files.readString(output.toPath())).isZero();
  }

  @Test
  void eachRuleHasATest() throws IOException {
    assertThat(names(TESTS, "alertname: (\\w+)"))
        .isEqualTo(names(RULES, "- alert: (\\w+)"))
        .hasSizeGreaterThan(20);
  }

  private static TreeSet<String> names(Path file, String pattern) throws IOException {
    var names = new TreeSet<String>();
    for (var name = Pattern.compile(pattern).matcher(Files.readString(file)); name.find(); ) {
      names.add(name.group(1));
    }
    return names;
  }
}
