package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("system")
final class DockerfileTest {
  private static final String GOOD =
      """
      FROM eclipse-temurin:17.0.17_10-jre-noble
      WORKDIR /opt/atf
      COPY . .
      RUN ["chmod", "1777", "/tmp"]
      VOLUME /tmp
      USER 10001:10001
      STOPSIGNAL SIGTERM
      HEALTHCHECK CMD ["bash", "bin/health", "8080"]
      ENTRYPOINT ["java", "Main"]
      """;

  @ParameterizedTest
  @EnumSource
  void everyDockerfileKeepsTheRules(Deployable deployable) {
    assertThat(DockerfileRules.brokenBy(deployable.dockerfile())).isEmpty();
  }

  @Test
  void allHaveOneBase() {
    assertThat(Arrays.stream(Deployable.values()).map(d -> d.dockerfile().last("FROM")).distinct())
        .hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void theProcessGetsTheSignal(Deployable deployable) {
    var file = deployable.dockerfile();

    assertThat(file.last("STOPSIGNAL").arguments()).isEqualTo("SIGTERM");
    assertThat(file.last("ENTRYPOINT").command()).first().isEqualTo("java");
  }

  @Test
  void aGoodFileBreaksNoRule() {
    assertThat(DockerfileRules.brokenBy(Dockerfile.parse(GOOD))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":17.0.17_10-jre-noble | :17-jre | DL3006",
        ":17.0.17_10-jre-noble | '' | DL3006",
        "USER 10001:10001 | USER root | DL3002",
        "USER 10001:10001 | USER 0 | DL3002",
        "USER 10001:10001 | EXPOSE 8080 | USER has to stand there once",
        "[\"java\", \"Main\"] | java Main | DL3025",
        "COPY . . | ADD . . | ADD is not used",
        "WORKDIR /opt/atf | WORKDIR opt | DL3000",
        "VOLUME /tmp | EXPOSE 1 | VOLUME /tmp has to follow",
        "VOLUME /tmp | VOLUME /var | VOLUME /tmp has to follow",
        "\"1777\" | \"0777\" | VOLUME /tmp has to follow",
        "STOPSIGNAL SIGTERM | COPY . . | COPY and RUN belong before USER",
        "HEALTHCHECK CMD [\"bash\", \"bin/health\", \"8080\"] | EXPOSE 1 | HEALTHCHECK has to"
            + " stand",
      })
  void aBrokenRuleIsFound(String good, String bad, String found) {
    var file = Dockerfile.parse(GOOD.replace(good, bad));

    assertThat(DockerfileRules.brokenBy(file)).anyMatch(rule -> rule.contains(found));
  }
}
