package dev.atf.embedded;

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

/** Class path that a program inherits from this library (ADR 0060). */
final class ClassPathTest {
  /** Run-time dependencies of this module, written by the build. */
  private static final Path FILE = Path.of("target", "runtime-dependencies");

  private static final Pattern DEPENDENCY =
      Pattern.compile("([\\w.-]+):([\\w.-]+):jar:(?:[\\w.-]+:)?[\\w.-]+:(?:compile|runtime)$");

  /**
   * Emulators, the command line, the supervisor, AWS, native transports, a log's writer, and the
   * SDK of OpenTelemetry, a part of which keeps Spring Boot's Actuator from starting (ADR 0095).
   */
  private static final Pattern BANNED =
      Pattern.compile(
          "atf-(cli|local|worker|lab-.*)|picocli|DynamoDBLocal|elasticmq-.*|pekko-.*|scala.*|jetty-.*"
              + "|log4j-.*|logback-.*|httpclient.*|netty-tcnative-.*|netty-transport-native-epoll"
              + "|brotli4j|opentelemetry-(sdk|exporter).*");

  private static final Pattern NUMBER = Pattern.compile("\\*\\*(\\d+) jars\\*\\*");

  private static List<String> artifacts(List<String> tree) {
    return tree.stream()
        .map(DEPENDENCY::matcher)
        .filter(Matcher::find)
        .map(jar -> jar.group(1).equals("software.amazon.awssdk") ? "banned" : jar.group(2))
        .toList();
  }

  private static List<String> banned(List<String> tree) {
    return artifacts(tree).stream()
        .filter(name -> name.equals("banned") || BANNED.matcher(name).matches())
        .toList();
  }

  @Test
  void itHasTheServicesAndNothingOfAMachineOfTheirOwn() throws IOException {
    var tree = Files.readAllLines(FILE);

    assertThat(artifacts(tree))
        .contains("atf-frontend", "atf-hsc", "atf-executor", "atf-client", "rocksdbjni");
    assertThat(banned(tree)).isEmpty();
  }

  @Test
  void theDocumentNamesTheNumberOfJars() throws IOException {
    var number = NUMBER.matcher(Files.readString(Path.of("README.md")));

    assertThat(number.find()).isTrue();
    assertThat(artifacts(Files.readAllLines(FILE))).hasSize(Integer.parseInt(number.group(1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|  +- software.amazon.awssdk:dynamodb:jar:2.54.13:compile",
        "+- dev.atf:atf-worker:jar:0.1.0-SNAPSHOT:compile",
        "|  \\- ch.qos.logback:logback-classic:jar:1.6.6:runtime",
        "|  +- io.opentelemetry:opentelemetry-sdk-trace:jar:1.63.0:compile",
        "+- io.netty:netty-transport-native-epoll:jar:linux-x86_64:4.2.18.Final:runtime"
      })
  void aLibraryThatIsBannedIsFound(String line) {
    assertThat(banned(List.of(line))).hasSize(1);
  }
}
