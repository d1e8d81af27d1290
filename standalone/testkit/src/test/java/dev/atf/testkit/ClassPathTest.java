package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class path that a user's tests inherit from the test kit (ADR 0056). */
final class ClassPathTest {
  /** Run-time dependencies of this module, written by the build. */
  private static final Path FILE = Path.of("target", "runtime-dependencies");

  private static final Pattern DEPENDENCY =
      Pattern.compile("[\\w.-]+:([\\w.-]+):jar:(?:[\\w.-]+:)?[\\w.-]+:(?:compile|runtime)$");

  /** The command line, the lab, and what they, or the engines that are left out, need. */
  private static final Pattern BANNED =
      Pattern.compile(
          "atf-cli|atf-lab-.*|picocli|progressbar|jline.*|jmh-.*|DynamoDBLocal|elasticmq-.*"
              + "|pekko-.*|scala.*|sqlite4java|jetty-.*|log4j-.*|logback-.*");

  private static List<String> artifacts(List<String> tree) {
    return tree.stream()
        .map(DEPENDENCY::matcher)
        .filter(Matcher::find)
        .map(dependency -> dependency.group(1))
        .toList();
  }

  private static List<String> banned(List<String> tree) {
    return artifacts(tree).stream().filter(name -> BANNED.matcher(name).matches()).toList();
  }

  @Test
  void itHasNeitherTheCommandLineNorTheLab() throws IOException {
    var tree = Files.readAllLines(FILE);

    assertThat(artifacts(tree))
        .contains("atf-local", "atf-runtime-sim", "atf-frontend", "rocksdbjni");
    assertThat(banned(tree)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|  +- info.picocli:picocli:jar:4.7.7:compile",
        "+- dev.atf:atf-cli:jar:0.1.0-SNAPSHOT:compile",
        "|  \\- dev.atf:atf-lab-simulation:jar:0.1.0-SNAPSHOT:runtime",
        "+- io.example:logback-classic:jar:linux:1.6.6:runtime"
      })
  void whatIsBannedIsFound(String line) {
    assertThat(banned(List.of(line))).hasSize(1);
  }
}
