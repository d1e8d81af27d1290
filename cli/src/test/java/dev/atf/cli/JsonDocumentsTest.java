package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests that every command with {@code --json} prints one document, and nothing else. */
@Tag("system")
final class JsonDocumentsTest {
  /** Commands that take a minute or longer, or need more than this test sets up. */
  private static final Set<String> LONG =
      Set.of(
          "lambda delete",
          // Needs a running attempt: ControlCommandsTest reads its output.
          "kill",
          // Needs a task that has succeeded: ControlCommandsTest reads its output.
          "outputs",
          // Needs a held key: KeysCommandTest reads its output.
          "keys skip",
          "keys retry",
          // Need a blocked task: ConditionCommandTest reads their output.
          "condition get",
          "condition test",
          "condition release");

  /**
   * Commands that print events as they happen: {@code LiveCommandsTest} and {@code
   * ChoreCommandsTest} read them.
   */
  private static final Set<String> LIVE = Set.of("tail", "chores serve");

  /** Commands on the data of a stopped machine: {@code TaskPreservationTest} reads their output. */
  private static final Set<String> KEEP =
      Set.of("backup", "restore", "data verify", "migrate", "fence");

  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final CommandLine commands = AtfCommand.commandLine();
  private final Set<String> shown = new TreeSet<>();

  @TempDir private Path directory;

  @Test
  void theyPrintOneDocument() throws Exception {
    var file =
        Files.writeString(
            directory.resolve("shop.yaml"), "cluster: shop\nlambdas: [{name: paint}]\n");
    try (var cluster = LocalCluster.start(withoutBuiltins())) {
      var atf = new Atf(cluster.frontendUri());
      reads(atf, "lambda apply -f " + file);
      reads(atf, "lambda diff -f " + file);
      reads(atf, "lambda register paint");
      reads(atf, "lambda get paint");
      reads(atf, "lambda list");
      reads(atf, "lambda pause paint");
      reads(atf, "lambda drop paint");
      reads(atf, "lambda resume paint");
      var task = reads(atf, "schedule paint --payload 1 --delay 1h").path("taskId").asText();
      reads(atf, "get " + task);
      reads(atf, "logs " + task);
      reads(atf, "list paint");
      reads(atf, "explain " + task);
      reads(atf, "reschedule " + task + " --delay 2h");
      reads(atf, "run " + task);
      reads(atf, "cancel " + task);
      reads(atf, "resubmit " + task + " " + task);
      reads(atf, "dead list paint");
      reads(atf, "dead redrive paint --all");
      reads(atf, "bulk run paint --all");
      reads(atf, "bulk reschedule paint --all --delay 1h --dry-run");
      reads(atf, "bulk cancel paint --label order=7");
      reads(atf, "bulk resubmit paint --all");
      var job =
          Files.writeString(
              directory.resolve("job.json"),
              "{\"name\":\"night\",\"steps\":[{\"name\":\"a\",\"lambda\":\"paint\"},"
                  + "{\"name\":\"b\",\"lambda\":\"paint\",\"after\":[\"a\"]}]}");
      reads(atf, "job submit " + job);
      reads(atf, "job get paint night");
      reads(atf, "job explain paint night");
      reads(atf, "job list paint");
      reads(atf, "job patch paint night b --payload 1");
      reads(atf, "job skip paint night b");
      reads(atf, "job retry paint night --from b");
      reads(atf, "job hold paint night");
      reads(atf, "job resume paint night");
      reads(atf, "job cancel paint night");
      reads(atf, "periodic create paint tick --every 1h --payload 1");
      reads(atf, "periodic update paint tick --every 2h --payload 1");
      reads(atf, "periodic get paint tick");
      reads(atf, "periodic explain paint tick");
      reads(atf, "periodic list paint");
      reads(atf, "periodic next paint tick");
      reads(atf, "periodic fires paint tick");
      reads(atf, "periodic pause paint tick");
      reads(atf, "periodic resume paint tick");
      reads(atf, "periodic trigger paint tick");
      reads(
          atf,
          "periodic backfill paint tick --from 2026-01-01T00:00:00Z --until 2026-01-01T08:00:00Z");
      reads(atf, "periodic delete paint tick");
      reads(atf, "schedule paint --ordering-key k --delay 1h");
      reads(atf, "keys list paint");
      reads(atf, "keys get paint k");
      reads(atf, "condition list paint");
      reads(atf, "lambda register told");
      reads(atf, "subscription put ends --lambda paint --to told");
      reads(atf, "subscription get ends");
      reads(atf, "subscription list");
      reads(atf, "subscription delete ends");
      reads(atf, "route put " + route());
      reads(atf, "route get routed");
      reads(atf, "route list");
      reads(atf, "route test routed --payload 1");
      reads(atf, "route delete routed");
      reads(atf, "top");
      var place = awaitWorker(atf);
      reads(atf, "worker get " + place);
      reads(atf, "worker drain " + place + " --wait --timeout 1m");
      reads(atf, "worker undrain " + place);
      reads(atf, "worker retire " + place);
    }
    var chores = Files.createDirectory(directory.resolve("chores.git"));
    assertThat(new ProcessBuilder("git", "init", "--bare", chores.toString()).start().waitFor())
        .isZero();
    reads("chores add --command true --repo " + chores);
    reads("chores list --repo " + chores);
    reads("config list");
    reads("config show hsc");
    reads("config check hsc");

    var all = new TreeSet<String>();
    CommandModelContract.doers()
        .filter(spec -> spec.findOption("--json") != null)
        .forEach(spec -> all.add(CommandModelContract.name(spec)));
    shown.addAll(LONG);
    shown.addAll(LIVE);
    shown.addAll(KEEP);
    assertThat(shown).isEqualTo(all);
  }

  private Path route() throws IOException {
    return Files.writeString(
        directory.resolve("route.json"),
        "{\"name\":\"routed\",\"default\":\"paint\",\"rules\":"
            + "[{\"name\":\"one\",\"when\":\"json.a = 1\",\"lambda\":\"told\"}]}");
  }

  private JsonNode reads(Atf atf, String line) throws Exception {
    return read(line, atf.run(withJson(line)));
  }

  private void reads(String line) throws Exception {
    read(line, Atf.bare(withJson(line)));
  }

  private static String[] withJson(String line) {
    var words = new ArrayList<>(List.of(line.split(" ", -1)));
    words.add("--json");
    return words.toArray(String[]::new);
  }

  private JsonNode read(String line, Atf.Ran ran) throws Exception {
    var parsed = commands.parseArgs(line.split(" ", -1)).asCommandLineList();
    shown.add(CommandModelContract.name(parsed.get(parsed.size() - 1).getCommandSpec()));
    assertThat(ran.exitCode()).as(line + ": " + ran.out() + ran.err()).isZero();
    var document = STRICT.readTree(ran.out());
    assertThat(document.isContainerNode()).as(line + ": " + ran.out()).isTrue();
    return document;
  }

  /** Returns the place of the worker host, once it is known. */
  private String awaitWorker(Atf atf) {
    return await()
        .until(() -> reads(atf, "worker list").path("workers"), workers -> workers.size() == 1)
        .get(0)
        .path("place")
        .asText();
  }

  private static LocalClusterOptions withoutBuiltins() {
    return LocalClusterOptions.builder()
        .executors(Map.of("command", 1))
        .pollInterval(Duration.ofMillis(200))
        .build();
  }
}
