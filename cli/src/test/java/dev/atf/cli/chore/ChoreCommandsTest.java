package dev.atf.cli.chore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.Atf;
import dev.atf.cli.SharedCluster;
import dev.atf.cli.chore.bridge.BareRepository;
import dev.atf.local.LocalCluster;
import dev.atf.local.engine.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chores on the command line. */
@Tag("system")
final class ChoreCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private BareRepository repository;

  @Test
  @ExtendWith(SharedCluster.class)
  void choresAreAddedListedAndServed(LocalCluster cluster) throws IOException {
    repository = BareRepository.make(directory);
    var words = Files.writeString(directory.resolve("words"), "a b c\n");
    var chore =
        add(
            "--command",
            "wc -w <words.txt; mkdir out; tr a-z A-Z <words.txt >out/upper.txt",
            "--file",
            "words.txt=" + words,
            "--result",
            "**/*.txt");
    var failing = add("--command", "echo no >&2; exit 3");

    assertThat(list().path("chores")).hasSize(2);
    assertThat(list().path("done").asInt()).isZero();
    var served =
        new Atf(cluster.frontendUri())
            .run(
                "chores",
                "serve",
                "--repo",
                repository.url(),
                "--runner",
                "bash=command",
                "--work",
                directory.resolve("work").toString(),
                "--every",
                "100ms",
                "--once",
                "--json");
    assertThat(served.exitCode()).as(served.out() + served.err()).isZero();
    assertThat(served.err()).isEmpty();
    assertThat(documents(served.out()))
        .extracting(document -> document.path("event").asText())
        .containsOnly("taken", "scheduled", "done")
        .hasSize(6);

    assertThat(repository.text(chore + "/output.txt").strip()).isEqualTo("3");
    assertThat(repository.text(chore + "/out/upper.txt")).isEqualTo("A B C\n");
    assertThat(repository.text(chore + "/words.txt")).isEqualTo("a b c\n");
    assertThat(repository.text(chore + "/error.txt")).isEmpty();
    assertThat(repository.text(failing + "/error.txt"))
        .startsWith("no\n")
        .contains("COMMAND_FAILED: exit code 3");
    assertThat(repository.text(failing + "/worker.json")).contains("\"state\" : \"failed\"");
    assertThat(list().path("chores")).isEmpty();
    assertThat(Files.list(directory.resolve("work"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          list --repo ext::sh                         | --repo: ext::sh (expected: a path
          list --repo r.git --branch -x               | --branch
          add --repo r.git --command x --file ../x    | --file: ../x (expected: a relative path
          add --repo r.git --command x --file /etc/x  | --file: /etc/x (expected: a relative path
          add --repo r.git --command x --file do_it.txt=x | --file: do_it.txt=x (expected:
          add --repo r.git --command x --runner A     | runner: A (expected: a name
          add --repo r.git --command x --result ../x  | results: ../x (expected: paths below
          serve --repo r.git                          | --runner
          serve --repo -x --runner bash=command       | --repo
          serve --repo r.git --runner bash            | --runner
          serve --repo r.git --runner bash=No         | --runner
          serve --repo r.git --runner bash=command --every 0s | --every: 0s (expected: more than 0)
          serve --repo r.git --runner bash=command --taken-max 0 | --taken-max: 0 (expected: 1 to
          """)
  void wrongOptionsAreWrongUsage(String line, String why) {
    var ran = Atf.bare(("chores " + line).split(" ", -1));

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err()).contains(why);
  }

  @Test
  void aRepositoryThatIsNotThereIsAFailure() {
    var ran = Atf.bare("chores", "list", "--repo", directory.resolve("none").toString());

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).startsWith("atf: git ls-remote: exit code 128: ").contains("none");
  }

  @Test
  void aRunThatIsToEndFailsWithoutAServer() {
    repository = BareRepository.make(directory);
    add("--command", "date");

    var ran =
        new Atf("http://127.0.0.1:" + FreePort.find())
            .run(
                "chores",
                "serve",
                "--repo",
                repository.url(),
                "--runner",
                "bash=command",
                "--work",
                directory.resolve("work").toString(),
                "--every",
                "10ms",
                "--once");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("the server cannot be reached", "(5 times)");
  }

  private String add(String... arguments) {
    var words = new ArrayList<>(List.of("chores", "add", "--repo", repository.url(), "--json"));
    words.addAll(List.of(arguments));
    var ran = Atf.bare(words.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return ran.json().path("chore").asText();
  }

  private JsonNode list() {
    return Atf.bare("chores", "list", "--repo", repository.url(), "--json").json();
  }

  private static List<JsonNode> documents(String lines) throws IOException {
    var documents = new ArrayList<JsonNode>();
    for (var line : lines.lines().toList()) {
      documents.add(JSON.readTree(line));
    }
    return documents;
  }
}
