package dev.atf.e2e.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.e2e.documents.Project;
import dev.atf.executor.Outcome;
import dev.atf.testkit.EmbeddedAtfExtension;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Programs in other languages that schedule by HTTP, wait and read. */
@Tag("system")
final class OpenApiClientTest {
  private static final String LAMBDA = "greet";
  private static final Path EXAMPLES = Project.ROOT.resolve("lab/examples");

  /** Copied by the build. */
  private static final Path GENERATOR =
      Project.ROOT.resolve("lab/e2e/target/openapi-generator/openapi-generator-cli.jar");

  @RegisterExtension
  static final EmbeddedAtfExtension atf =
      EmbeddedAtfExtension.serving(
          worker ->
              worker.handle(
                  LAMBDA,
                  JsonNode.class,
                  (payload, context) ->
                      Outcome.success(Map.of("text", "Hello " + payload.path("name").asText()))));

  @TempDir static Path scratch;
  private static Path document;

  @BeforeAll
  static void download() throws Exception {
    document = scratch.resolve("openapi.json");
    try (var served = URI.create(atf.frontendUri() + "/openapi.json").toURL().openStream()) {
      Files.copy(served, document);
    }
  }

  private static Program program(String name, String... command) {
    return new Program(
        List.of(command),
        Map.of("ATF_SERVER", atf.frontendUri(), "PYTHONPATH", scratch.resolve("python").toString()),
        scratch.resolve(name + ".log"));
  }

  private static boolean runs(String... command) throws Exception {
    try {
      return program("check", command).exitCode() == 0;
    } catch (java.io.IOException e) {
      return false;
    }
  }

  @Test
  void aGeneratedPythonClientSchedulesWaitsAndReads() throws Exception {
    assumeTrue(
        runs("python3", "-c", "import urllib3, pydantic, dateutil, typing_extensions"),
        "no Python with the libraries of generated clients on this machine");
    program(
            "generate",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            GENERATOR.toString(),
            "generate",
            "--generator-name=python",
            "--input-spec=" + document,
            "--output=" + scratch.resolve("python"),
            "--package-name=atf_api")
        .run();
    var example = EXAMPLES.resolve("python/schedule.py").toString();

    var printed = program("python", "python3", example, LAMBDA, "Ada", "Grace").run();
    var refused = program("refused", "python3", example, "Not A Lambda", "Ada");

    assertThat(printed.lines())
        .containsExactly("SUCCESS {'text': 'Hello Ada'}", "SUCCESS {'text': 'Hello Grace'}");
    assertThat(refused.exitCode()).isNotZero();
    assertThat(Files.readString(refused.log())).contains("FIELD_INVALID", "lambda: Not A Lambda");
  }

  @Test
  void aShellSchedulesWaitsAndReads() throws Exception {
    assumeTrue(runs("curl", "--version"), "no curl on this machine");
    var example = EXAMPLES.resolve("curl/schedule.sh").toString();

    var printed = program("curl", example, LAMBDA, "{\"name\":\"Ada\"}", "ada").run();
    var again = program("curl", example, LAMBDA, "{\"name\":\"Ada\"}", "ada").run();
    var refused = program("refused", example, LAMBDA, "{\"name\":", "bad");

    var task = new ObjectMapper().readTree(printed);
    assertThat(task.path("status").asText()).isEqualTo("SUCCESS");
    assertThat(task.at("/resultJson/text").asText()).isEqualTo("Hello Ada");
    assertThat(new ObjectMapper().readTree(again)).isEqualTo(task);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(Files.readString(refused.log())).contains("\"reason\":\"REQUEST_UNREADABLE\"");
  }
}
