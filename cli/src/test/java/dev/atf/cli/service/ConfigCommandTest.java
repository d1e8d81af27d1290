package dev.atf.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.AtfCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigCommandTest {
  /** Output and exit code of a command. */
  private record Ran(int exitCode, String out, String err) {
    public JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (IOException e) {
        throw new AssertionError(out, e);
      }
    }

    List<String> lines() {
      return out.lines().toList();
    }

    String line(String setting) {
      return out.lines().filter(line -> line.contains(" " + setting + " ")).findFirst().orElse("");
    }
  }

  @TempDir private Path directory = Path.of(".");

  @Test
  void everySettingIsShownWithValueDefaultSourceAndMeaningBelowEachOther() throws IOException {
    var file = file("pollInterval: 1s\nserver:\n  port: 8083\n");

    var ran =
        config(Map.of("ATF_QUEUE_DEPTH_MAX", "100"), "show", "store-consumer", "--config", file);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.lines().get(0).split(" +"))
        .containsExactly("", "SETTING", "VALUE", "DEFAULT", "SOURCE", "MEANING");
    assertThat(ran.line("pollInterval"))
        .startsWith("*  pollInterval ")
        .containsPattern(" 1s +2s +\\S*settings.yaml: pollInterval +interval between polls of all");
    assertThat(ran.line("queueDepthMax"))
        .startsWith("* ")
        .containsPattern(" 100 +2000 +ATF_QUEUE_DEPTH_MAX +references in one queue");
    // The file sets it, but to the default value.
    assertThat(ran.line("server.port")).startsWith("   server.port").contains(file);
    assertThat(ran.line("store.client.callTimeout"))
        .startsWith("   ")
        .containsPattern(" 5s +5s +default +time limit of a call with all its tries");
    assertThat(ran.line("store.endpoint")).containsPattern(" \"\" +\"\" +default ");
    int meanings = ran.lines().get(0).indexOf("MEANING");
    assertThat(ran.lines().stream().skip(1))
        .allSatisfy(line -> assertThat(line.substring(meanings - 2)).matches("  \\S.*"));
  }

  @Test
  void jsonShowsEverySettingWithItsSource() throws IOException {
    var file = file("lambdas: [resize]\nbufferMax: 7");

    var settings =
        config(
                Map.of("ATF_CLAIM_TIMEOUT", "500ms"),
                "show",
                "controller",
                "--config",
                file,
                "--json")
            .json()
            .path("settings");

    assertThat(settings)
        .filteredOn(setting -> setting.path("changed").asBoolean())
        .extracting(setting -> setting.path("setting").asText())
        .containsExactly("lambdas", "bufferMax", "claimTimeout");
    var bufferMax = find(settings, "bufferMax");
    assertThat(bufferMax.path("value").isInt()).isTrue();
    assertThat(bufferMax.path("value").asInt()).isEqualTo(7);
    assertThat(bufferMax.path("default").asInt()).isEqualTo(20);
    assertThat(bufferMax.path("variable").asText()).isEqualTo("ATF_BUFFER_MAX");
    assertThat(bufferMax.path("source").path("kind").asText()).isEqualTo("file");
    assertThat(bufferMax.path("source").path("file").asText()).isEqualTo(file);
    assertThat(bufferMax.path("source").path("key").asText()).isEqualTo("bufferMax");
    assertThat(bufferMax.path("meaning").asText())
        .isEqualTo("buffered references of each lambda and priority");
    assertThat(find(settings, "claimTimeout").path("source").path("variable").asText())
        .isEqualTo("ATF_CLAIM_TIMEOUT");
    assertThat(find(settings, "ageing").path("source").path("kind").asText()).isEqualTo("default");
    assertThat(find(settings, "lambdas").path("value").isArray()).isTrue();
  }

  @Test
  void everyServiceIsListedAndItsDefaultsAreAccepted() {
    var services = config(Map.of(), "list", "--json").json().path("services");

    assertThat(services)
        .extracting(service -> service.path("service").asText())
        .containsExactly("frontend", "store-consumer", "hsc", "controller", "executor", "worker");
    assertThat(config(Map.of(), "list").lines()).hasSize(7);
    for (var service : services) {
      var name = service.path("service").asText();
      assertThat(config(Map.of(), "check", name).out()).startsWith(name + ": ").contains(" 0 of");
      var shown = config(Map.of(), "show", name, "--json").json().path("settings");
      assertThat(shown).hasSizeGreaterThan(20);
      assertThat(shown)
          .allSatisfy(setting -> assertThat(setting.path("meaning").asText()).isNotBlank());
    }
  }

  @Test
  void checkTellsAllViolationsAtOnce() throws IOException {
    var file =
        file("pollIntervall: 1s\npageSize: 0\nqueue:\n  queuePrefix: a_b\nlookAhead: soon\n");
    var environment = Map.of("ATF_MEMBER_TIMEOUT", "3s");

    var ran = config(environment, "check", "store-consumer", "--config", file);
    var json = config(environment, "check", "store-consumer", "--config", file, "--json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.lines())
        .satisfiesExactly(
            l -> assertThat(l).isEqualTo("store-consumer: 6 violation(s)"),
            l ->
                assertThat(l).endsWith("unknown setting pollIntervall; did you mean pollInterval?"),
            l -> assertThat(l).startsWith("  queue.queuePrefix: a_b "),
            l -> assertThat(l).startsWith("  lookAhead: soon is not a duration"),
            l -> assertThat(l).startsWith("  pageSize: 0 (expected: 1 to "),
            l -> assertThat(l).startsWith("  memberTimeout: 3s (expected: at least 2 x"),
            l ->
                assertThat(l).startsWith("  memberTimeout: 3s (expected: at least memberInterval"));
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.json().path("valid").asBoolean()).isFalse();
    assertThat(json.json().path("violations")).hasSize(6);
  }

  @Test
  void checkAcceptsWhatTheServiceWouldStartWith() throws IOException {
    var ran = config(Map.of(), "check", "hsc", "--config", file("writeConcurrency: 8"), "--json");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.json().path("valid").asBoolean()).isTrue();
    assertThat(ran.json().path("changed").asInt()).isEqualTo(1);
    assertThat(ran.json().path("violations")).isEmpty();
  }

  @Test
  void showRefusesAsTheServiceWould() throws IOException {
    var ran = config(Map.of("ATF_SERVER_PROT", "1"), "show", "hsc");
    var wrong = config(Map.of(), "show", "hsc", "--config", directory + "/missing.yaml");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains("unknown setting ATF_SERVER_PROT; did you mean ATF_SERVER_PORT?");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("missing.yaml: cannot be read");
  }

  @Test
  void anUnknownServiceIsWrongUsageAndTheNearestIsNamed() {
    for (var command : List.of("show", "check")) {
      var ran = config(Map.of(), command, "store-consummer");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err())
          .contains("SERVICE: store-consummer; did you mean store-consumer? (expected: one of ");
    }
    assertThat(config(Map.of(), "show").exitCode()).isEqualTo(2);
    assertThat(config(Map.of()).exitCode()).isEqualTo(2);
  }

  @Test
  void aWorkersSettingsAreThoseOfControllerAndSupervisorInOneFile() throws IOException {
    var file = file("bufferMax: 5\nsupervisor:\n  killMargin: 300ms\n");
    var environment =
        Map.of(
            "ATF_THREADS",
            "4",
            "ATF_TUNING_PING_INTERVAL",
            "9s",
            "ATF_SUPERVISOR_LOOK_EVERY",
            "1s");

    var shown = config(environment, "show", "worker", "--config", file, "--json");
    var wrong = config(Map.of("ATF_SUPERVISOR_KILL_MARGIN", "3s"), "check", "worker");

    assertThat(shown.json().path("settings"))
        .filteredOn(setting -> setting.path("changed").asBoolean())
        .extracting(setting -> setting.path("setting").asText())
        .containsExactly("bufferMax", "supervisor.lookEvery", "supervisor.killMargin");
    assertThat(wrong.out()).contains("supervisor.stopTime: 3s (expected: at least lookEvery +");
  }

  @Test
  void credentialsAreNotShown() {
    var ran = config(Map.of("ATF_STORE_ENDPOINT", "http://me:hush@db:8000"), "show", "hsc");

    assertThat(ran.line("store.endpoint")).contains("http://***@db:8000");
    assertThat(ran.out()).doesNotContain("hush");
  }

  private static JsonNode find(JsonNode settings, String key) {
    for (var setting : settings) {
      if (setting.path("setting").asText().equals(key)) {
        return setting;
      }
    }
    throw new AssertionError("no " + key + " in " + settings);
  }

  private String file(String yaml) throws IOException {
    return Files.writeString(directory.resolve("settings.yaml"), yaml).toString();
  }

  private static Ran config(Map<String, String> environment, String... arguments) {
    var root = AtfCommand.commandLine();
    var config = Objects.requireNonNull(root.getSubcommands().get("config"));
    ((ConfigCommand) config.getCommandSpec().userObject()).readFrom(environment);
    var out = new StringWriter();
    var err = new StringWriter();
    var line = Stream.concat(Stream.of("config"), Arrays.stream(arguments));
    int exitCode =
        root.setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(line.toArray(String[]::new));
    return new Ran(exitCode, out.toString(), err.toString());
  }
}
