package dev.atf.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.cli.Atf;
import dev.atf.cli.SharedCluster;
import dev.atf.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code atf job} from the command line to the processes that run its steps. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class JobCommandTest {
  private static Atf atf;

  @TempDir private Path directory;

  @BeforeAll
  static void start(LocalCluster cluster) {
    atf = new Atf(cluster.frontendUri());
  }

  @Test
  void aJobIsSubmittedOnceRunsInOrderAndIsListed() throws IOException {
    var file =
        file(
            """
            {"name": "in-order", "steps": [
              {"name": "first", "lambda": "command", "json": {"argv": ["sh", "-c", "%s"]}},
              {"name": "each", "lambda": "command", "after": ["first"], "forEach": [1, 2],
               "json": {"argv": ["sh", "-c", "%s"]}},
              {"name": "last", "lambda": "command", "after": ["each"],
               "json": {"argv": ["sh", "-c", "%s"]}}]}
            """
                .formatted(effect("first"), effect("each"), effect("last")));

    assertThat(run("job", "submit", file)).isEqualToIgnoringNewLines("job in-order of command");
    assertThat(run("job", "submit", file)).contains("it was submitted before");
    assertThat(run("job", "submit", file, "--wait")).contains("in-order of command is SUCCEEDED");

    assertThat(effects()).containsExactly("first", "each", "each", "last");
    assertThat(run("job", "list", "command")).doesNotContain("in-order");
    assertThat(run("job", "list", "command", "--state", "rest")).contains("in-order  SUCCEEDED");
    assertThat(run("job", "get", "command", "in-order", "--graph"))
        .contains("flowchart TD", "s1[\"each<br>SUCCEEDED 2/2\"]", "s1 --> s2");
    assertThat(run("job", "get", "command", "in-order", "--json")).contains("\"JOB_SUCCEEDED\"");
  }

  @Test
  void jobsOfAllShardsAreListed() throws IOException {
    run("lambda", "register", "sharded", "--settings", "{\"shards\":8}");
    for (int i = 0; i < 12; i++) {
      submit(
          """
          {"name": "job-%02d", "steps": [{"name": "one", "lambda": "sharded"}]}
          """
              .formatted(i));
    }

    assertThat(run("job", "list", "sharded").lines().filter(line -> line.startsWith("job-")))
        .hasSize(12);
  }

  @Test
  void commandsAreItemsAndAResultThatIsNoListFailsWithItsReason() throws IOException {
    var file =
        file(
            """
            {"name": "fanned-out", "steps": [
              {"name": "each", "lambda": "command", "forEach": [
                {"argv": ["sh", "-c", "%s"]}, {"argv": ["sh", "-c", "%s"]}]},
              {"name": "one", "lambda": "command", "after": ["each"], "json": {"argv": ["true"]}},
              {"name": "more", "lambda": "command", "forEachResultOf": "one"}]}
            """
                .formatted(effect("a"), effect("b")));
    var unused = run("job", "submit", file);

    awaitStatus("fanned-out", "FAILED");

    assertThat(effects()).containsExactlyInAnyOrder("a", "b");
    assertThat(run("job", "get", "command", "fanned-out"))
        .contains(
            "because of step more",
            "step more: the result of one is not a list of at most 1,000 items, including those of"
                + " other steps");
  }

  @Test
  void aHeldJobIsSeenPatchedAndRetried() throws IOException {
    submit(
        """
        {"name": "held", "steps": [
          {"name": "bad", "lambda": "command", "onFailure": "HOLD",
           "json": {"argv": ["sh", "-c", "exit 1"], "fatalExitCodes": [1]}},
          {"name": "after", "lambda": "command", "after": ["bad"],
           "json": {"argv": ["sh", "-c", "%s"]}}]}
        """
            .formatted(effect("after")));
    awaitStatus("held", "HELD");

    assertThat(run("job", "list", "command")).contains("held  HELD");
    assertThat(atf.run("job", "patch", "command", "held", "bad", "--payload", "{").err())
        .contains("--payload: ");
    var payload = "{\"argv\":[\"sh\",\"-c\",\"%s\"]}".formatted(effect("mended"));
    run("job", "patch", "command", "held", "bad", "--payload", payload);
    run("job", "retry", "command", "held");
    awaitStatus("held", "SUCCEEDED");

    assertThat(effects()).containsExactly("mended", "after");
  }

  @Test
  void aStepThatWillNeverSucceedIsSkippedAndAJobIsHeldAndLetGo() throws IOException {
    submit(
        """
        {"name": "skipped", "steps": [
          {"name": "bad", "lambda": "command", "onFailure": "HOLD",
           "json": {"argv": ["sh", "-c", "exit 1"], "fatalExitCodes": [1]}},
          {"name": "after", "lambda": "command", "after": ["bad"],
           "json": {"argv": ["sh", "-c", "%s"]}}]}
        """
            .formatted(effect("after")));
    awaitStatus("skipped", "HELD");

    assertThat(run("job", "hold", "command", "skipped")).contains("held by an operator");
    run("job", "skip", "command", "skipped", "bad");
    assertThat(run("job", "resume", "command", "skipped")).doesNotContain("held by an operator");
    awaitStatus("skipped", "SUCCEEDED");

    assertThat(effects()).containsExactly("after");
  }

  @Test
  void aCancelledJobIsReverted() throws IOException {
    submit(
        """
        {"name": "reverted", "steps": [
          {"name": "done", "lambda": "command", "json": {"argv": ["sh", "-c", "%s"]},
           "compensation": {"lambda": "command", "json": {"argv": ["sh", "-c", "%s"]}}},
          {"name": "bad", "lambda": "command", "after": ["done"], "onFailure": "HOLD",
           "json": {"argv": ["sh", "-c", "exit 1"], "fatalExitCodes": [1]}}]}
        """
            .formatted(effect("done"), effect("reverted")));
    awaitStatus("reverted", "HELD");

    var waited = atf.run("job", "get", "command", "reverted", "--wait", "--wait-timeout", "1s");
    assertThat(waited.err()).contains("reverted is still HELD after 1s");
    run("job", "cancel", "command", "reverted", "--compensate");
    var ended = atf.run("job", "get", "command", "reverted", "--wait");
    assertThat(ended.out()).contains(" is COMPENSATED");
    assertThat(ended.exitCode()).isEqualTo(1);

    assertThat(effects()).containsExactly("done", "reverted");
  }

  @Test
  void reportsInvalidArgumentsAndJobs() throws IOException {
    assertThat(Atf.bare("job").err()).contains("Which command?");
    assertThat(atf.run("job", "get", "command", "nobody").err()).contains("nobody");
    assertThat(atf.run("job", "submit", directory.resolve("none").toString()).err())
        .contains("no such file");
    assertThat(atf.run("job", "submit", file("{\"stepps\": []}")).err()).contains("stepps");
    assertThat(atf.run("job", "list", "command", "--state", "odd").err())
        .contains("state: odd (expected: live or rest)");
    var cycle =
        file(
            """
            {"steps": [{"name": "a", "lambda": "command", "after": ["b"]},
                       {"name": "b", "lambda": "command", "after": ["a"]}]}
            """);
    assertThat(atf.run("job", "submit", cycle).err()).contains("steps");
  }

  private void submit(String json) throws IOException {
    run("job", "submit", file(json));
  }

  private static String run(String... arguments) {
    var ran = atf.run(arguments);
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return ran.out();
  }

  private static void awaitStatus(String job, String status) {
    await()
        .until(() -> run("job", "get", "command", job), shown -> shown.contains(" is " + status));
  }

  private String file(String json) throws IOException {
    return Files.writeString(directory.resolve("job.json"), json).toString();
  }

  private String effect(String word) {
    return "echo %s >> %s".formatted(word, directory.resolve("effects"));
  }

  private List<String> effects() throws IOException {
    return Files.readAllLines(directory.resolve("effects"));
  }
}
