package dev.atf.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
      new SettingChecks().that(pageSize >= 1, "pageSize", pageSize, "1 or more").end();
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
    refuses("pageSize: many", Map.of()).hasMessage("pageSize: many (expected: a whole number)");
    refuses("pageSize: 1.5", Map.of()).hasMessageStartingWith("pageSize: 1.5 ");
    refuses("lambdas: x", Map.of()).hasMessage("lambdas: x (expected: a list)");
    refuses("pageSize: {a: 1}", Map.of()).hasMessageStartingWith("pageSize: {");
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
  void rejectsValuesWhereAGroupIsExpected() {
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

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    var yaml =
        """
        server:
          port: 70000
          drainTimeout: PT-1S
          hots: x
        pageSize: 0
        pollInterval: soon
        lamdas: [x]
        """;

    assertThatThrownBy(() -> load(yaml, Map.of("ATF_SERVER_REQUEST_BYTES_MAX", "1", "ATF_X", "1")))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refusal -> {
              assertThat(refusal.problems())
                  .satisfiesExactly(
                      p -> assertThat(p).endsWith("server.hots; did you mean server.host?"),
                      p -> assertThat(p).endsWith("lamdas; did you mean lambdas?"),
                      p -> assertThat(p).startsWith("environment: unknown setting ATF_X;"),
                      p -> assertThat(p).isEqualTo("server.port: 70000 (expected: 0 to 65535)"),
                      p -> assertThat(p).startsWith("server.drainTimeout: -1s "),
                      p -> assertThat(p).startsWith("server.requestBytesMax: 1 "),
                      p -> assertThat(p).startsWith("pollInterval: soon is not a duration"),
                      p -> assertThat(p).isEqualTo("pageSize: 0 (expected: 1 or more)"));
              assertThat(refusal).hasMessageStartingWith("8 settings are refused:\n  ");
            });
  }

  @Test
  void aReasonOfAnotherRoomIsNamedWithItsGroupOnce() {
    record Foreign(int count) {
      Foreign {
        if (count > 2) {
          throw new Several("count: " + count, "foreign.count: too many");
        }
        if (count > 1) {
          throw new IllegalArgumentException("count: two");
        }
      }
    }
    record Holder(Foreign foreign) {}
    var loader = new ConfigLoader(Map.of("ATF_FOREIGN_COUNT", "3"), List.of());
    var other = new ConfigLoader(Map.of("ATF_FOREIGN_COUNT", "2"), List.of());
    var defaults = new Holder(new Foreign(1));

    assertThatThrownBy(() -> loader.load(defaults, Optional.empty()))
        .hasMessageContaining("foreign.count: 3")
        .hasMessageContaining("foreign.count: too many")
        .hasMessageNotContaining("foreign.foreign");
    assertThatThrownBy(() -> other.load(defaults, Optional.empty()))
        .hasMessage("foreign.count: two");
  }

  @Test
  void eachSettingTellsWhereItIsFrom() {
    var file = write("server:\n  port: 9000\npageSize: 7\npollInterval: 2000ms");
    var loader = new ConfigLoader(Map.of("ATF_PAGE_SIZE", "8", "ATF_LAMBDAS", "x,y"), List.of());

    var read = loader.read(List.of(Sample.DEFAULTS), Optional.of(file));

    assertThat(read.of(Sample.class).pageSize()).isEqualTo(8);
    assertThat(read.all())
        .extracting(
            Setting::key,
            Setting::valueText,
            Setting::defaultText,
            s -> s.source().toString(),
            Setting::changed)
        .contains(
            tuple("server.host", "127.0.0.1", "127.0.0.1", "default", false),
            tuple("server.port", "9000", "8080", file + ": server.port", true),
            // Given explicitly, with the value of the default.
            tuple("pollInterval", "2s", "2s", file + ": pollInterval", false),
            tuple("pageSize", "8", "500", "ATF_PAGE_SIZE", true),
            tuple("lambdas", "x,y", "a", "ATF_LAMBDAS", true));
    assertThat(read.all())
        .filteredOn(setting -> setting.key().equals("server.port"))
        .singleElement()
        .satisfies(
            setting -> {
              assertThat(setting.owner()).isEqualTo(RpcServerConfig.class);
              assertThat(setting.component()).isEqualTo("port");
              assertThat(setting.variable()).isEqualTo("ATF_SERVER_PORT");
            });
  }

  @Test
  void severalRecordsShareOneFile() {
    record Other(LoopSettings loops) {}
    var file = write("pageSize: 7\nloops:\n  backoffMax: 9s");

    var read =
        new ConfigLoader(Map.of(), List.of())
            .read(List.of(Sample.DEFAULTS, new Other(LoopSettings.DEFAULT)), Optional.of(file));

    assertThat(read.of(Sample.class).pageSize()).isEqualTo(7);
    assertThat(read.of(Other.class).loops().backoffMax()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void masksCredentials() {
    record Guarded(String endpoint, String apiToken, String userPassword) {
      Guarded {
        new SettingChecks().that(!endpoint.endsWith("!"), "endpoint", endpoint, "a calm one").end();
      }
    }
    var defaults = new Guarded("", "", "");
    var loader =
        new ConfigLoader(
            Map.of("ATF_ENDPOINT", "http://me:hush@host:1", "ATF_API_TOKEN", "hush"), List.of());

    var read = loader.read(List.of(defaults), Optional.empty());

    assertThat(read.of(Guarded.class).apiToken()).isEqualTo("hush");
    assertThat(read.all())
        .extracting(Setting::key, Setting::valueText)
        .containsExactly(
            tuple("endpoint", "http://***@host:1"),
            tuple("apiToken", "***"),
            tuple("userPassword", ""));
    var refused = new ConfigLoader(Map.of("ATF_ENDPOINT", "http://me:hush@host!"), List.of());
    assertThatThrownBy(() -> refused.load(defaults, Optional.empty()))
        .hasMessage("endpoint: http://***@host! (expected: a calm one)");
  }

  @Test
  void durationsThatOverflowClocksAreRefused() {
    assertThat(load(Map.of("ATF_POLL_INTERVAL", "365d")).pollInterval()).hasDays(365);
    refuses("pollInterval: 366d", Map.of())
        .hasMessage("pollInterval: 366d (expected: at most 365d)");
  }

  @Test
  void loopsThatBackOffBackwardsAreRefused() {
    assertThatThrownBy(
            () ->
                new LoopSettings(
                    Duration.ZERO,
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(-1)))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refusal ->
                assertThat(refusal.problems())
                    .containsExactly(
                        "turnTimeMax: 0s (expected: more than 0s)",
                        "backoffMax: 1s (expected: at least backoffMin = 2s)",
                        "stopTimeout: -1s (expected: 0s or more)"));
  }

  private static final class Several extends IllegalArgumentException
      implements Supplier<List<String>> {
    private static final long serialVersionUID = 1L;
    private final transient List<String> reasons;

    Several(String... reasons) {
      this.reasons = List.of(reasons);
    }

    @Override
    public List<String> get() {
      return reasons;
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refuses(
      String yaml, Map<String, String> environment) {
    return assertThatThrownBy(() -> load(yaml, environment)).isInstanceOf(ConfigException.class);
  }

  private static Sample load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of()).load(Sample.DEFAULTS, Optional.empty());
  }

  private Sample load(String yaml, Map<String, String> environment) {
    return new ConfigLoader(environment, List.of()).load(Sample.DEFAULTS, Optional.of(write(yaml)));
  }

  private Path write(String yaml) {
    try {
      return Files.writeString(directory.resolve("settings.yaml"), yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
