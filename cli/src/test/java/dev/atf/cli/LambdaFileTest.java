package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The lambdas of a file, applied to a whole cluster. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class LambdaFileTest {
  private static Atf atf;

  @TempDir private Path directory;
  private Path file;

  @BeforeAll
  static void start(LocalCluster cluster) {
    atf = new Atf(cluster.frontendUri());
  }

  @BeforeEach
  void placeTheFile() {
    file = directory.resolve("cluster.yaml");
  }

  @Test
  void lambdasAreCreatedThenUnchangedThenChangedFieldByField() throws IOException {
    write(
        "- {name: resize, owner: media, shards: 2, resultBytesMax: 1000, retry: {maxAttempts: 5}}",
        "- name: mail");

    var created = atf.run("lambda", "apply", "-f", file.toString());
    var again = atf.run("lambda", "apply", "-f", file.toString());
    var same = atf.run("lambda", "diff", "-f", file.toString());
    var shown = atf.run("lambda", "get", "resize");
    write("- {name: resize, shards: 4, retry: {maxAttempts: 7}}", "- name: mail");
    var differs = atf.run("lambda", "diff", "-f", file.toString());
    var changed = atf.run("lambda", "apply", "-f", file.toString());

    assertThat(created.exitCode()).as(created.err()).isZero();
    assertThat(created.out()).containsPattern("resize +created").containsPattern("mail +created");
    assertThat(again.out()).containsPattern("resize +unchanged").containsPattern("mail +unchanged");
    assertThat(same.exitCode()).as(same.out()).isZero();
    assertThat(shown.out()).contains("payload up to 262144 bytes; result up to 1000 bytes");
    assertThat(differs.exitCode()).isEqualTo(1);
    assertThat(differs.out())
        .containsPattern("resize +would be changed")
        .contains(
            "  owner: \"media\" -> (none)",
            "  resultBytesMax: 1000 -> 358400",
            "  retry.maxAttempts: 5 -> 7",
            "  shards: 2 -> 4")
        .doesNotContain("mail", "unchanged");
    assertThat(changed.exitCode()).isZero();
    assertThat(atf.run("lambda", "get", "resize", "--json").json().path("shards").asInt())
        .isEqualTo(4);
  }

  @Test
  void aDryRunChangesNothing() throws IOException {
    write("- name: only-planned");

    var planned = atf.run("lambda", "apply", "-f", file.toString(), "--dry-run");

    assertThat(planned.exitCode()).isZero();
    assertThat(planned.out()).containsPattern("only-planned +created").contains("nothing was done");
    assertThat(atf.run("lambda", "get", "only-planned").exitCode()).isEqualTo(1);
  }

  @Test
  void reportsRefusedLambdasAndRegistersTheOthers() throws IOException {
    write("- {name: shrinking, shards: 4}");
    atf.run("lambda", "apply", "-f", file.toString());
    write("- {name: shrinking, shards: 2}", "- name: beside-it");

    var applied = atf.run("lambda", "apply", "-f", file.toString(), "--json");

    assertThat(applied.exitCode()).isEqualTo(1);
    var lambdas = applied.json().path("lambdas");
    assertThat(lambdas.path(0).path("refused").asText()).contains("shards: 2");
    assertThat(lambdas.path(0).path("fields").path(0).path("from").asInt()).isEqualTo(4);
    assertThat(lambdas.path(1).path("change").asText()).isEqualTo("CREATED");
    assertThat(lambdas.path(1).has("refused")).isFalse();
    assertThat(atf.run("lambda", "get", "beside-it").exitCode()).isZero();
  }

  @Test
  void aLambdaThatTheFileDoesNotNameIsToldAndKept() throws IOException {
    atf.run("lambda", "register", "of-somebody-else");
    write("- name: of-the-file");
    atf.run("lambda", "apply", "-f", file.toString());

    var diff = atf.run("lambda", "diff", "-f", file.toString(), "--json");

    assertThat(diff.exitCode()).as(diff.out()).isZero();
    assertThat(diff.json().path("notInFile").toString()).contains("\"of-somebody-else\"");
    assertThat(atf.run("lambda", "get", "of-somebody-else").exitCode()).isZero();
  }

  @Test
  void invalidLambdaGetsTheMessageOfRegisterLambda() throws IOException {
    write("- {name: bad-retry, retry: {maxAttempts: 5000}}");

    var fromFile = atf.run("lambda", "apply", "-f", file.toString());
    var fromCall =
        atf.run(
            "lambda", "register", "bad-retry", "--settings", "{\"retry\":{\"maxAttempts\":5000}}");

    assertThat(fromFile.exitCode()).isEqualTo(1);
    assertThat(fromFile.err())
        .contains(file + ":3: lambdas[0].retry.maxAttempts: 5000 (expected: 1 to 1000)");
    assertThat(fromCall.err()).contains("retry.maxAttempts: 5000 (expected: 1 to 1000)");
  }

  @Test
  void rejectsInvalidSettingsBeforeCallingTheServer() throws IOException {
    Files.writeString(
        file, "cluster: c\nsettings:\n  store-consumer:\n    pollIntervall: 1s\n    pageSize: 0\n");

    var applied =
        Atf.bare("lambda", "apply", "-f", file.toString(), "--server", "http://127.0.0.1:1");

    assertThat(applied.exitCode()).isEqualTo(1);
    assertThat(applied.err())
        .contains(
            file
                + ":4: settings.store-consumer.pollIntervall: unknown field"
                + " (expected: pollInterval, the nearest known)")
        .contains(file + ":5: pageSize: 0 (expected: 1 to ");
  }

  private void write(String... lambdas) throws IOException {
    Files.writeString(file, "cluster: orders\nlambdas:\n  " + String.join("\n  ", lambdas) + "\n");
  }
}
