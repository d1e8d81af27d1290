package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.local.LocalCluster;
import dev.atf.testtime.TestTimeouts;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests operators' commands on tasks and lambdas on a whole cluster that runs real commands. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class ControlCommandsTest {
  private static Atf atf;

  @BeforeAll
  static void start(LocalCluster cluster) {
    atf = new Atf(cluster.frontendUri());
  }

  @Test
  void aPausedCollectionWaitsAndSaysByWhomAndWhyAndRunsAfterwards() {
    var paused =
        atf.run(
            "lambda",
            "pause",
            "command",
            "--collection",
            "reports",
            "--for",
            "1h",
            "--by",
            "ada",
            "--reason",
            "the printer burns");
    var taskId =
        schedule("--collection", "reports", "--delay", "2s", "--payload", "{\"argv\":[\"true\"]}");

    var explained = atf.run("explain", taskId);

    assertThat(paused.exitCode()).as(paused.err()).isZero();
    assertThat(explained.exitCode()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("COLLECTION_PAUSED", "ada", "the printer burns");
    assertThat(atf.run("lambda", "get", "command").out()).contains("reports PAUSED by ada");
    assertThat(atf.run("lambda", "resume", "command", "--collection", "reports").exitCode())
        .isZero();
    assertThat(atf.run("get", taskId, "--wait").out()).contains("SUCCESS", "attempt 1");
  }

  @Test
  void aWorkerHostIsDrainedOnceNothingRunsThereAndWorksAgain(@TempDir Path directory)
      throws Exception {
    var place =
        await()
            .until(() -> atf.run("worker", "list"), ran -> ran.out().contains("HEALTHY"))
            .out()
            .lines()
            .skip(1)
            .findFirst()
            .orElseThrow()
            .split(" ")[0];
    var end = directory.resolve("end");
    var script = "until [ -e %s ]; do sleep 0.05; done".formatted(end);
    var taskId = schedule("--payload", "{\"argv\":[\"sh\",\"-c\",\"%s\"]}".formatted(script));
    await().until(() -> atf.run("worker", "get", place).out().contains("command: 1 running"));

    var tooShort = atf.run("worker", "drain", place, "--wait", "--timeout", "100ms");
    var progress = new StringWriter();
    var draining =
        CompletableFuture.supplyAsync(
            () -> atf.run(progress, "worker", "drain", place, "--wait", "--timeout", "1m"));
    await().until(() -> progress.toString().contains("atf: " + place + " drains: 1 running"));
    Files.createFile(end);
    var drained = draining.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);

    assertThat(tooShort.exitCode()).isEqualTo(1);
    assertThat(tooShort.err()).contains(place + " drains: 1 running after 0s");
    assertThat(drained.exitCode()).as(drained.err()).isZero();
    assertThat(drained.out()).contains("HEALTHY, DRAINED");
    assertThat(atf.run("get", taskId).out()).contains("SUCCESS");

    assertThat(atf.run("worker", "undrain", place).exitCode()).isZero();
    var next = schedule("--payload", "{\"argv\":[\"true\"]}");
    assertThat(atf.run("get", next, "--wait").out()).contains("SUCCESS");
  }

  @Test
  void filesGoToTheTaskAndComeBack(@TempDir Path directory) throws Exception {
    var words = Files.writeString(directory.resolve("words.txt"), "three\nlines\nhere\n");
    var script = "wc -l < in/words.txt > count.txt";
    var taskId =
        schedule(
            "--payload",
            "{\"argv\":[\"sh\",\"-c\",\"%s\"]}".formatted(script),
            "--resource",
            "in/words.txt=" + words,
            "--output",
            "*.txt");

    var ended = atf.run("get", taskId, "--wait");
    var into = directory.resolve("made");
    var outputs = atf.run("outputs", taskId, "-o", into.toString(), "--json");

    assertThat(ended.out()).contains("SUCCESS", "in/words.txt, 17 bytes", "count.txt, 2 bytes");
    assertThat(outputs.exitCode()).as(outputs.err()).isZero();
    assertThat(outputs.out()).contains("\"path\" : \"count.txt\"");
    assertThat(Files.readString(into.resolve("count.txt"))).isEqualTo("3\n");
  }

  @Test
  void nonsenseAboutFilesIsExplained() {
    var payload = "{\"argv\":[\"true\"]}";
    var waiting = schedule("--payload", payload, "--delay", "1h");

    var noFile = atf.run("schedule", "command", "--payload", payload, "--resource", "none.txt");
    var tooEarly = atf.run("outputs", waiting);

    assertThat(noFile.exitCode()).isEqualTo(1);
    assertThat(noFile.err()).contains("--resource: none.txt (expected: a readable file)");
    assertThat(tooEarly.exitCode()).isEqualTo(1);
    assertThat(tooEarly.err()).contains("is NEW (expected: SUCCESS");
  }

  @Test
  void nonsenseAboutWorkerHostsIsExplained() {
    var unknown = atf.run("worker", "drain", "rack-77", "--wait");
    var noName = atf.run("worker", "get", "a/b");
    var other = atf.run("worker", "list", "--lambda", "Paint!");

    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err())
        .contains("no worker host has held place rack-77", "next: `atf worker list`");
    assertThat(noName.exitCode()).isEqualTo(1);
    assertThat(noName.err()).contains("place");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("lambda");
  }

  @Test
  void droppedTasksAreNoDeadLettersAndCanBeRedriven() {
    atf.run("lambda", "drop", "command", "--collection", "spam", "--reason", "flood");
    var taskId =
        schedule("--collection", "spam", "--delay", "2s", "--payload", "{\"argv\":[\"true\"]}");

    var dropped = atf.run("get", taskId, "--wait");
    var dead = atf.run("dead", "list", "command");
    var done = atf.run("list", "command", "--state", "done");
    atf.run("lambda", "resume", "command", "--collection", "spam");
    awaitOpenGate("spam");
    var redriven = atf.run("dead", "redrive", "command", taskId, "--json");

    assertThat(dropped.exitCode()).isEqualTo(1);
    assertThat(dropped.out()).contains("DROPPED", "flood");
    assertThat(dead.out()).doesNotContain(taskId);
    assertThat(done.out()).contains(taskId);
    assertThat(redriven.json().path("redriven").asInt()).as(redriven.out()).isEqualTo(1);
    assertThat(atf.run("get", taskId, "--wait").out()).contains("SUCCESS", "history");
    assertThat(atf.run("dead", "redrive", "command", taskId).err()).contains(taskId);
    assertThat(atf.run("dead", "redrive", "command", taskId, "--state", "done").err())
        .contains("TASK ids, filters and --all exclude each other");
  }

  @Test
  void deadLettersAreListedWithTheirReasonAndRedrivenByIt(@TempDir Path directory)
      throws Exception {
    var flag = directory.resolve("mended");
    var payload = "{\"argv\":[\"test\",\"-f\",\"%s\"],\"fatalExitCodes\":[1]}".formatted(flag);
    var taskIds = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      taskIds.add(
          schedule("--collection", "checks", "--label", "number=" + i, "--payload", payload));
    }
    taskIds.forEach(id -> assertThat(atf.run("get", id, "--wait").exitCode()).isEqualTo(1));

    var listed = atf.run("dead", "list", "command");
    Files.createFile(flag);
    var other = atf.run("dead", "redrive", "command", "--code", "NO_SUCH_CODE");
    var counted = atf.run("dead", "redrive", "command", "--label", "number=3", "--dry-run");
    var labelled = atf.run("dead", "redrive", "command", "--label", "number=3");
    var redriven = atf.run("dead", "redrive", "command", "--collection", "checks");

    assertThat(listed.out()).contains(taskIds);
    assertThat(other.out()).contains("0 redriven");
    assertThat(counted.out()).as(counted.err()).contains("1 would be redriven");
    assertThat(labelled.out()).as(labelled.err()).contains("1 redriven");
    assertThat(redriven.out()).as(redriven.err()).contains("4 redriven");
    taskIds.forEach(id -> assertThat(atf.run("get", id, "--wait").out()).contains("SUCCESS"));
  }

  @Test
  void tasksOfALabelAreFoundAndCancelled() {
    var first = schedule("--delay", "1h", "--label", "order=7", "--payload", "{}");
    var second = schedule("--delay", "1h", "--label", "order=7", "--payload", "{}");
    var other = schedule("--delay", "1h", "--label", "order=8", "--payload", "{}");

    var listed = atf.run("list", "command", "--label", "order=7");
    var counted = atf.run("bulk", "cancel", "command", "--label", "order=7", "--dry-run");
    var cancelled = atf.run("bulk", "cancel", "command", "--label", "order=7");

    assertThat(listed.out()).contains(first, second).doesNotContain(other);
    assertThat(counted.out()).contains("2 would be cancelled, of 2 checked");
    assertThat(cancelled.out()).contains("2 cancelled, of 2 checked");
    assertThat(atf.run("get", first).out()).contains("CANCELLED");
    assertThat(atf.run("get", other).out()).contains("NEW");
  }

  @Test
  void tasksOfALabelAreRescheduledRunAndResubmittedAndNoOthers() {
    var chosen =
        schedule("--delay", "1h", "--label", "batch=7", "--payload", "{\"argv\":[\"true\"]}");
    var other =
        schedule("--delay", "1h", "--label", "batch=8", "--payload", "{\"argv\":[\"true\"]}");
    var untouched = atf.run("get", other, "--json").json();

    var moved = bulk("reschedule", "--delay", "2h");
    var run = bulk("run");
    assertThat(atf.run("get", chosen, "--wait").out()).contains("SUCCESS");
    var resubmitted = bulk("resubmit", "--state", "done");
    await().until(() -> doneOfBatch() == 2);
    var again = bulk("resubmit", "--state", "done");

    assertThat(moved.out()).as(moved.err()).contains("1 rescheduled, of 1 checked");
    assertThat(run.out()).as(run.err()).contains("1 made due, of 1 checked");
    assertThat(resubmitted.out()).as(resubmitted.err()).contains("1 resubmitted, of 1 checked");
    // Only the new task, as the first one has already been resubmitted.
    assertThat(again.out()).as(again.err()).contains("1 resubmitted, of 2 checked");
    assertThat(atf.run("get", other, "--json").json()).isEqualTo(untouched);
    assertThat(atf.run("list", "command", "--label", "batch=8", "--state", "any").out())
        .contains(other);
  }

  private int doneOfBatch() {
    var done = atf.run("list", "command", "--label", "batch=7", "--state", "done", "--json");
    return done.json().path("tasks").size();
  }

  /** Changes the tasks of the label {@code batch=7}; counts them first, which changes nothing. */
  private Atf.Ran bulk(String change, String... more) {
    var words = new ArrayList<>(List.of("bulk", change, "command", "--label", "batch=7"));
    words.addAll(List.of(more));
    var changing = words.toArray(String[]::new);
    words.add("--dry-run");
    var counted = atf.run(words.toArray(String[]::new));
    assertThat(counted.exitCode()).as(counted.err()).isZero();
    return atf.run(changing);
  }

  @Test
  void payloadKeepsANumberThatNoDoubleHolds() {
    var taskId = schedule("--delay", "1h", "--payload", "{\"id\":9007199254740993}");

    assertThat(atf.run("get", taskId).out()).contains("{\"id\":9007199254740993}");
  }

  @Test
  void aTaskIsMovedAndThenRunAtOnce() {
    var taskId = schedule("--delay", "1h", "--payload", "{\"argv\":[\"true\"]}");

    var moved = atf.run("reschedule", taskId, "--delay", "2h");
    var explained = atf.run("explain", taskId, "--json");
    var run = atf.run("run", taskId);

    assertThat(moved.exitCode()).as(moved.err()).isZero();
    assertThat(explained.json().path("reasons").get(0).path("code").asText())
        .isEqualTo("NOT_DUE_YET");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(atf.run("get", taskId, "--wait").out()).contains("SUCCESS");
    assertThat(atf.run("run", taskId).err()).contains("FAILED_PRECONDITION");
    assertThat(atf.run("reschedule", taskId, "--delay", "1h").exitCode()).isEqualTo(1);
  }

  @Test
  void anEmptyLambdaIsClosedToBeDeletedAndOneWithTasksIsNot() {
    atf.run("lambda", "register", "short-lived");
    atf.run("lambda", "register", "busy");
    atf.run("schedule", "busy", "--payload", "1", "--delay", "1h");

    var refused = atf.run("lambda", "delete", "busy");
    var closing = atf.run("lambda", "delete", "short-lived", "--wait-timeout", "10ms");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("FAILED_PRECONDITION", "1 unfinished tasks");
    // This takes half a minute, until no call of Schedule for the lambda can still be in progress.
    assertThat(closing.exitCode()).isEqualTo(1);
    assertThat(closing.err()).contains("closed for new tasks; a call in");
    assertThat(atf.run("lambda", "get", "short-lived").out()).contains("closed for new tasks");
    assertThat(atf.run("schedule", "short-lived", "--payload", "1").exitCode()).isEqualTo(1);
  }

  @Test
  void aListIsPrintedPageByPageAsOneDocument() {
    atf.run("lambda", "register", "listed");
    for (int i = 0; i < 5; i++) {
      var scheduled = atf.run("schedule", "listed", "--payload", "1", "--delay", "1h");
      assertThat(scheduled.exitCode()).as(scheduled.err()).isZero();
    }

    var all = atf.run("list", "listed", "--all", "--page-size", "2");
    var allJson = atf.run("list", "listed", "--all", "--page-size", "2", "--json").json();
    var some = atf.run("list", "listed", "--page-size", "2");
    var someJson = atf.run("list", "listed", "--page-size", "2", "--json").json();
    var rest =
        atf.run(
            "list",
            "listed",
            "--all",
            "--page-token",
            someJson.path("nextPageToken").asText(),
            "--json");

    assertThat(all.out().lines()).hasSize(1 + 5).first().asString().startsWith("TASK");
    assertThat(all.err()).doesNotContain("more:");
    assertThat(allJson.path("tasks").findValuesAsText("taskId")).hasSize(5).doesNotHaveDuplicates();
    assertThat(allJson.has("nextPageToken")).isFalse();
    assertThat(some.out().lines()).hasSize(1 + 2);
    assertThat(some.err()).contains("more: --page-token");
    assertThat(someJson.path("tasks").size()).isEqualTo(2);
    assertThat(rest.json().path("tasks").size()).isEqualTo(3);
    assertThat(atf.run("dead", "list", "listed", "--json").json().path("tasks").size()).isZero();
  }

  @Test
  void needsAreRegisteredAndShown() {
    var registered =
        atf.run(
            "lambda",
            "register",
            "needy",
            "--needs",
            "gpu,mem-64g",
            "--settings",
            "{\"shards\":2}");
    var refused = atf.run("lambda", "register", "needy", "--needs", "GPU");

    assertThat(registered.exitCode()).as(registered.err()).isZero();
    assertThat(registered.out()).contains("needs of a worker host: gpu, mem-64g", "2 shards");
    assertThat(atf.run("lambda", "get", "needy", "--json").json().path("needs").toString())
        .isEqualTo("[\"gpu\",\"mem-64g\"]");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("needs[0]: GPU (expected: 1-40 of a-z 0-9 . -)");
    assertThat(atf.run("lambda", "get", "command").out()).doesNotContain("needs");
  }

  @Test
  void aCanaryIsRegisteredShownAndRemoved() {
    var registered =
        atf.run("lambda", "register", "watched", "--canary", "{\"every\":\"60s\",\"json\":[1]}");
    var refused = atf.run("lambda", "register", "watched", "--canary", "{\"every\":\"1s\"}");
    var unread = atf.run("lambda", "register", "watched", "--canary", "{\"ever\":\"9s\"}");

    assertThat(registered.exitCode()).as(registered.err()).isZero();
    assertThat(registered.out()).contains("a canary every 1m, with a deadline of 1m");
    assertThat(atf.run("lambda", "get", "watched", "--json").json().at("/canary/json").toString())
        .isEqualTo("[1]");
    assertThat(atf.run("periodic", "list", "watched").out()).contains("atf-canary");
    assertThat(refused.err()).contains("canary.every: 1s (expected: 5s to 1 day)");
    assertThat(unread.err()).contains("--canary: ever: ");
    assertThat(atf.run("lambda", "register", "watched").exitCode()).isZero();
    assertThat(atf.run("periodic", "list", "watched").out()).doesNotContain("atf-canary");
  }

  @Test
  void runningTasksAreListedWithTheirExecutor() {
    var taskId = schedule("--payload", "{\"argv\":[\"sleep\",\"3600\"]}");
    await().until(() -> atf.run("list", "command", "--state", "running").out().contains(taskId));
    var executorId = atf.run("get", taskId, "--json").json().path("executorId").asText();

    var listed = atf.run("list", "command", "--state", "running");
    var json = atf.run("list", "command", "--state", "running", "--json").json();

    assertThat(listed.out().lines().findFirst().orElseThrow())
        .contains("ATTEMPT", "STARTED", "LEASE", "EXECUTOR");
    assertThat(executorId).isNotEmpty();
    assertThat(listed.out()).contains(executorId);
    assertThat(json.path("tasks").findValuesAsText("taskId")).containsExactly(taskId);
    assertThat(json.path("tasks").get(0).path("executorId").asText()).isEqualTo(executorId);
    assertThat(json.path("tasks").get(0).path("leaseUntil").asText()).isNotEmpty();
    atf.run("cancel", taskId);
    atf.run("get", taskId, "--wait");
  }

  @Test
  void aTaskIsShownListedAndCancelled() {
    var taskId = schedule("--delay", "1h", "--payload", "{\"argv\":[\"true\"]}");

    var shown = atf.run("get", taskId);
    var listed = atf.run("list", "command", "--all");
    var cancelled = atf.run("cancel", taskId);
    var waited = atf.run("get", taskId, "--wait", "--wait-timeout", "10s");

    assertThat(shown.out()).as(shown.err()).contains(taskId, "NEW");
    assertThat(listed.out()).contains(taskId);
    assertThat(cancelled.exitCode()).as(cancelled.err()).isZero();
    assertThat(waited.out()).contains("CANCELLED");
    assertThat(waited.exitCode()).isEqualTo(1);
  }

  @Test
  void attemptThatHangsIsKilledAndTheNextSucceeds(@TempDir Path directory) {
    var script = "test -e %1$s && exit 0; touch %1$s; exec sleep 3600";
    var taskId =
        schedule(
            "--payload",
            "{\"argv\":[\"sh\",\"-c\",\"%s\"]}"
                .formatted(script.formatted(directory.resolve("f"))));
    await().until(() -> Files.exists(directory.resolve("f")));

    var other = atf.run("kill", taskId, "--epoch", "2");
    var killed = atf.run("kill", taskId, "--epoch", "1", "--reason", "it hangs", "--json");

    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("no attempt of epoch 2 runs");
    assertThat(killed.exitCode()).as(killed.err()).isZero();
    assertThat(killed.json().path("attempt").asInt()).isEqualTo(1);
    assertThat(atf.run("get", taskId, "--wait").out())
        .contains("SUCCESS, attempt 2", "KILLED: by a client: it hangs");
    assertThat(atf.run("kill", taskId).err()).contains("no attempt of it runs", "atf explain");
  }

  @Test
  void reportsUnknownTasksAndLambdas() {
    var nobody = "00000000000000000000000000000000";
    for (var command :
        List.of(
            List.of("explain", nobody),
            List.of("run", nobody),
            List.of("kill", nobody),
            List.of("reschedule", nobody, "--delay", "1m"),
            List.of("lambda", "pause", "no-such"),
            List.of("lambda", "delete", "no-such"),
            List.of("dead", "redrive", "no-such", "--all"),
            List.of("dead", "list", "no-such"))) {
      var ran = atf.run(command.toArray(String[]::new));

      assertThat(ran.exitCode()).as("%s", command).isEqualTo(1);
      assertThat(ran.err()).as("%s", command).contains("NOT_FOUND");
    }
  }

  /**
   * Waits until the store consumer, which may learn of the gate later than the frontend, releases a
   * task.
   */
  private static void awaitOpenGate(String collection) {
    await()
        .until(
            () -> {
              var probe =
                  schedule(
                      "--collection",
                      collection,
                      "--delay",
                      "500ms",
                      "--payload",
                      "{\"argv\":[\"true\"]}");
              return atf.run("get", probe, "--wait").exitCode() == 0;
            });
  }

  private static String schedule(String... options) {
    var arguments = new ArrayList<>(List.of("schedule", "command", "--json"));
    arguments.addAll(List.of(options));
    var ran = atf.run(arguments.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    return ran.json().path("taskId").asText();
  }
}
