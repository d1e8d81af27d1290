package dev.atf.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigLoaderTest {
  record Sample(RpcServerConfig server, Duration pollInterval, int pageSize, List<String> lambdas) {
    static final Sample DEFAULTS =
        new Sample(RpcServerConfig.onPort(8080), Duration.ofSeconds(2), 500, List.of("a"));

    Sample {
      if (pageSize < 1) {
        throw new ConfigException("pageSize: " + pageSize + " (expected: 1 or more)");
      }
    }
  }

  @TempDir private Path directory = Path.of(".");

  @Test
  void withoutFileAndEnvironmentTheDefaultsHold() {
    assertThat(load(Map.of())).isEqualTo(Sample.DEFAULTS);
    assertThat(load("", Map.of())).isEqualTo(Sample.DEFAULTS);
    assertThat(load("# nothing but a comment", Map.of())).isEqualTo(Sample.DEFAULTS);
  }

  @Test
  void theFileGoesOverTheDefaultsAndTheEnvironmentOverTheFile() {
    var yaml =
        """
        server:
          port: 9000
          drainTimeout: 500ms
        pageSize: 10
        lambdas: [x, y]
        """;

    var loaded = load(yaml, Map.of("ATF_PAGE_SIZE", "20", "PATH", "/bin"));

    assertThat(loaded.server().port()).isEqualTo(9000);
    assertThat(loaded.server().drainTimeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(loaded.server().host()).isEqualTo("127.0.0.1");
    assertThat(loaded.pageSize()).isEqualTo(20);
    assertThat(loaded.lambdas()).containsExactly("x", "y");
  }

  @Test
  void aListInTheEnvironmentIsSeparatedByCommas() {
    assertThat(load(Map.of("ATF_LAMBDAS", "x, y,,z")).lambdas()).containsExactly("x", "y", "z");
    assertThat(load(Map.of("ATF_LAMBDAS", "")).lambdas()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "500ms,PT0.5S",
    "2s,PT2S",
    "1.5s,PT1.5S",
    "5m,PT5M",
    "1h,PT1H",
    "2d,PT48H",
    "PT2.5S,PT2.5S"
  })
  void durationsAreWrittenAsPeopleDo(String written, Duration meant) {
    assertThat(load(Map.of("ATF_POLL_INTERVAL", written)).pollInterval()).isEqualTo(meant);
    assertThat(load("pollInterval: " + written, Map.of()).pollInterval()).isEqualTo(meant);
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearestKnownOne() {
    refuses("pollIntervall: 1s", Map.of())
        .hasMessageContaining("unknown setting pollIntervall; did you mean pollInterval?");
    refuses("server:\n  prot: 1", Map.of())
        .hasMessageContaining("unknown setting server.prot; did you mean server.port?");
    refuses("", Map.of("ATF_SERVER_PROT", "1"))
        .hasMessageContaining("unknown setting ATF_SERVER_PROT; did you mean ATF_SERVER_PORT?");
  }

  @Test
  void variablesThatAreMeantForOthersAreLeftAlone() {
    var loader = new ConfigLoader(Map.of("ATF_HOME", "x"), List.of("ATF_HOME"));

    assertThat(loader.load(Sample.DEFAULTS, Optional.empty())).isEqualTo(Sample.DEFAULTS);
  }

  @Test
  void aRefusedValueIsNamedWithItsSetting() {
    refuses("pollInterval: 5", Map.of())
        .hasMessageStartingWith("pollInterval: 5 is not a duration");
    refuses("server:\n  drainTimeout: soon", Map.of())
        .hasMessageStartingWith("server.drainTimeout: soon is not a duration");
    refuses("pageSize: many", Map.of()).hasMessageStartingWith("pageSize: ");
    refuses("pageSize: 0", Map.of()).hasMessage("pageSize: 0 (expected: 1 or more)");
    refuses("", Map.of("ATF_SERVER_PORT", "70000"))
        .hasMessage("server.port: 70000 (expected: 0 to 65535)");
    refuses("", Map.of("ATF_PAGE_SIZE", "")).hasMessageStartingWith("pageSize: ");
  }

  @Test
  void aSettingWithoutAValueIsRefused() {
    refuses("pollInterval:", Map.of()).hasMessageEndingWith("pollInterval has no value");
    refuses("server:", Map.of()).hasMessageEndingWith("server has no value");
  }

  @Test
  void whatIsNotAGroupIsRefused() {
    refuses("server: 8080", Map.of()).hasMessageEndingWith("server is not a group of settings");
    refuses("- 1", Map.of()).hasMessageEndingWith("the whole is not a group of settings");
  }

  @Test
  void aFileThatCannotBeReadIsNamed() {
    var missing = directory.resolve("missing.yaml");

    assertThatThrownBy(
            () -> new ConfigLoader(Map.of(), List.of()).load(Sample.DEFAULTS, Optional.of(missing)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("missing.yaml: cannot be read");
    refuses("server: [", Map.of()).hasMessageContaining("settings.yaml");
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refuses(
      String yaml, Map<String, String> environment) {
    return assertThatThrownBy(() -> load(yaml, environment)).isInstanceOf(ConfigException.class);
  }

  private static Sample load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of()).load(Sample.DEFAULTS, Optional.empty());
  }

  private Sample load(String yaml, Map<String, String> environment) {
    try {
      var file = Files.writeString(directory.resolve("settings.yaml"), yaml);
      return new ConfigLoader(environment, List.of()).load(Sample.DEFAULTS, Optional.of(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
