package dev.atf.worker.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.executor.Outcome;
import dev.atf.executor.Outcome.FatalFailure;
import dev.atf.executor.Outcome.RetriableFailure;
import dev.atf.executor.core.call.ResultLimits;
import dev.atf.runtime.SystemText;
import dev.atf.worker.builtin.CommandHandler.CommandResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the lambda {@code command} with real commands. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class CommandHandlerTest {
  @TempDir private Path directory;

  private final ObjectMapper json = new ObjectMapper();
  private final CommandHandler handler =
      new CommandHandler(CommandLauncher.detect(), new SystemText(List.of(StandardCharsets.UTF_8)));

  private ObjectNode shell(String script) {
    var payload = json.createObjectNode();
    payload.set("argv", json.valueToTree(List.of("sh", "-c", script)));
    return payload;
  }

  private Outcome run(ObjectNode payload) throws InterruptedException {
    return handler.handle(payload, new FakeContext());
  }

  private static CommandResult result(Outcome outcome) {
    return (CommandResult) Objects.requireNonNull(((Outcome.Success) outcome).result());
  }

  @Test
  void theOutputOfACommandIsItsResult() throws Exception {
    var file = Files.writeString(directory.resolve("data"), "some bytes");
    var payload = json.createObjectNode();
    payload.set("argv", json.valueToTree(List.of("sha256sum", "data")));
    payload.put("cwd", directory.toString());

    var result = result(run(payload));

    var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    assertThat(result.stdout()).isEqualTo(HexFormat.of().formatHex(digest) + "  data\n");
    assertThat(result.exitCode()).isZero();
    assertThat(result.stderr()).isEmpty();
    assertThat(result.truncated()).isFalse();
  }

  @Test
  void commandOfATaskWithFilesRunsInItsWorkDirectory() throws Exception {
    var work = Files.createDirectory(directory.resolve("work"));
    Files.writeString(work.resolve("in"), "resource");
    var payload = shell("cat in; echo \" $TASK_WORK_DIRECTORY\"");

    var result = result(handler.handle(payload, new FakeContext(work)));

    assertThat(result.stdout()).isEqualTo("resource " + work + "\n");
  }

  @Test
  void commandWithItsOwnDirectoryIsToldOfItsWorkDirectory() throws Exception {
    var work = Files.createDirectory(directory.resolve("work"));
    var payload = shell("pwd; echo $TASK_WORK_DIRECTORY").put("cwd", directory.toString());

    var result = result(handler.handle(payload, new FakeContext(work)));

    assertThat(result.stdout()).isEqualTo(directory + "\n" + work + "\n");
  }

  @Test
  void commandOfATaskWithoutFilesRunsWhereTheExecutorDoes() throws Exception {
    var result = result(run(shell("pwd; env | grep -c TASK_WORK_DIRECTORY || true")));

    assertThat(result.stdout()).isEqualTo(Path.of("").toAbsolutePath() + "\n0\n");
  }

  @Test
  void stdinAndEnvironmentReachTheCommandAndSettingsDoNot() throws Exception {
    var payload =
        shell("cat; echo $COLOUR $TASK_ID $TASK_ATTEMPT $TASK_FENCING_TOKEN; env | grep -c ^ATF_");
    payload.put("stdin", "fed ");
    payload.set("env", json.createObjectNode().put("COLOUR", "blue"));

    var failure = (RetriableFailure) run(payload);
    payload.set("argv", json.valueToTree(List.of("sh", "-c", "cat; echo $COLOUR $TASK_ID")));

    assertThat(failure.message()).isEqualTo("exit code 1");
    assertThat(result(run(payload)).stdout()).isEqualTo("fed blue task-1\n");
  }

  @Test
  void aCommandIsToldOfItsTraceUnlessItsPayloadNamesAnother() throws Exception {
    var payload = shell("echo $TRACEPARENT");

    var printed = result(run(payload)).stdout();
    payload.set("env", json.createObjectNode().put("TRACEPARENT", "another"));

    assertThat(printed).isEqualTo(FakeContext.TRACE + "\n");
    assertThat(result(run(payload)).stdout()).isEqualTo("another\n");
  }

  /** A Ctrl-C in the terminal of the executor is sent to its group of processes only. */
  @Test
  void commandHasASessionAndAGroupOfItsOwn() throws Exception {
    var ids =
        result(
                run(
                    shell(
                        "read -r pid name state parent group session rest < /proc/$$/stat;"
                            + " echo $$ $group $session")))
            .stdout()
            .strip()
            .split(" ");

    assertThat(ids).hasSize(3).containsOnly(ids[0]);
  }

  @Test
  void thePathOfAPayloadAppliesToItsCommandOnly() throws Exception {
    Files.createSymbolicLink(directory.resolve("sh"), Path.of("/bin/sh"));
    var payload = shell("echo $PATH");
    payload.set("env", json.createObjectNode().put("PATH", directory.toString()));

    assertThat(result(run(payload)).stdout()).isEqualTo(directory + "\n");
  }

  @Test
  void aFailedCommandIsTriedAgainUnlessItsCodeIsFatal() throws Exception {
    var payload = shell("echo so far; echo why >&2; exit 3");

    var retriable = (RetriableFailure) run(payload);
    payload.set("fatalExitCodes", json.valueToTree(List.of(2, 3)));
    var fatal = (FatalFailure) run(payload);

    assertThat(retriable.code()).isEqualTo("COMMAND_FAILED");
    assertThat(retriable.message()).isEqualTo("exit code 3");
    assertThat(json.readTree(retriable.details()))
        .isEqualTo(
            json.readTree(
                "{\"exitCode\":3,\"stdout\":\"so far\\n\",\"stderr\":\"why\\n\",\"truncated\":false}"));
    assertThat(fatal.details()).isEqualTo(retriable.details());
    assertThat(fatal.message()).isEqualTo("exit code 3");
  }

  @Test
  void aFailureKeepsTheEndsOfBothStreams() throws Exception {
    var both =
        (RetriableFailure)
            run(shell("seq 1 50000; echo out-end; seq 1 50000 >&2; printf '\\1' >&2; exit 1"));
    var one = (RetriableFailure) run(shell("seq 1 50000; echo é >&2; exit 1"));

    var details = json.readTree(both.details());
    assertThat(both.details()).hasSizeLessThanOrEqualTo(ResultLimits.DETAILS_CHARS_MAX);
    assertThat(details.path("stdout").asText())
        .endsWith("50000\nout-end\n")
        .hasSizeGreaterThan(700);
    assertThat(details.path("stderr").asText()).endsWith("50000\n\1").hasSizeGreaterThan(700);
    assertThat(details.path("truncated").asBoolean()).isTrue();
    var shared = json.readTree(one.details());
    assertThat(one.details()).hasSizeLessThanOrEqualTo(ResultLimits.DETAILS_CHARS_MAX);
    assertThat(shared.path("stdout").asText()).endsWith("50000\n").hasSizeGreaterThan(1_500);
    assertThat(shared.path("stderr").asText()).isEqualTo("é\n");
  }

  @Test
  void longOutputIsCutAndTheCommandDoesNotBlockOnIt() throws Exception {
    var result = result(run(shell("head -c 1000000 /dev/zero | tr '\\0' a; echo e >&2")));

    assertThat(result.stdout()).hasSize(CommandHandler.STREAM_BYTES_MAX);
    assertThat(result.stderr()).isEqualTo("e\n");
    assertThat(result.truncated()).isTrue();
  }

  @Test
  void evenOutputThatGrowsInJsonFitsIntoAResult() throws Exception {
    var result =
        result(
            run(shell("head -c 70000 /dev/zero; head -c 70000 /dev/zero | tr '\\0' '\\377' >&2")));

    assertThat(json.writeValueAsBytes(result)).hasSizeLessThan(ResultLimits.RESULT_BYTES_MAX);
    assertThat(result.truncated()).isTrue();
  }

  @Test
  void aTimeoutKillsTheWholeTree() throws Exception {
    var pids = directory.resolve("pids");
    var payload =
        shell(
            "sleep 7001 & echo $! > %s.new; mv %s.new %s; sleep 7002".formatted(pids, pids, pids));
    payload.put("timeout", "2s");

    var failure = (RetriableFailure) run(payload);

    assertThat(failure.code()).isEqualTo("COMMAND_TIMED_OUT");
    assertThat(json.readTree(failure.details()).path("exitCode").isMissingNode()).isTrue();
    var below = ProcessHandle.of(Long.parseLong(Files.readString(pids).strip()));
    await().until(() -> below.isEmpty() || !below.get().isAlive());
  }

  @Test
  void anInterruptionKillsTheWholeTree() throws Exception {
    var pids = directory.resolve("pids");
    var payload =
        shell(
            "sleep 7003 & echo $! > %s.new; mv %s.new %s; sleep 7004".formatted(pids, pids, pids));
    var interrupted = new CountDownLatch(1);
    var thread =
        new Thread(
            () -> {
              try {
                handler.handle(payload, new FakeContext());
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
            });
    thread.start();
    await().until(() -> Files.exists(pids));

    thread.interrupt();

    interrupted.await();
    var below = ProcessHandle.of(Long.parseLong(Files.readString(pids).strip()));
    await().until(() -> below.isEmpty() || !below.get().isAlive());
  }

  @Test
  void aChildLeftBehindDoesNotHoldTheResultBack() throws Exception {
    // The command does not exit immediately, because the JDK drains and closes the streams of a
    // process that ends before they are read.
    var result = result(run(shell("sleep 5 & sleep 0.5; echo done")));

    assertThat(result.stdout()).isEqualTo("done\n");
    assertThat(result.truncated()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "sleep 7011 & echo $! > pid, 0",
    "sleep 7012 & echo $! > pid, 3",
    "setsid sleep 7013 & echo $! > pid, 0",
    "(setsid sh -c 'echo $$ > pid; exec sleep 7014' >/dev/null 2>&1 &), 0",
    "nohup sleep 7015 >/dev/null 2>&1 & echo $! > pid, 1"
  })
  @Tag("F33")
  void whatACommandLeavesBehindEndsWithItsAttempt(String script, int exitCode) throws Exception {
    var pid = directory.resolve("pid");
    var payload =
        shell(script + "; until [ -s pid ]; do sleep 0.02; done; exit " + exitCode)
            .put("cwd", directory.toString());

    var outcome = run(payload);

    assertThat(outcome instanceof Outcome.Success).isEqualTo(exitCode == 0);
    var left = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    await().until(() -> left.isEmpty() || !left.get().isAlive());
  }

  @Test
  @Tag("F33")
  void whatLeavesTheTreeEndsAtTheTimeoutToo() throws Exception {
    var pid = directory.resolve("pid");
    var payload =
        shell("(setsid sh -c 'echo $$ > pid; exec sleep 7016' >/dev/null 2>&1 &); sleep 7017")
            .put("cwd", directory.toString())
            .put("timeout", "2s");

    var failure = (RetriableFailure) run(payload);

    assertThat(failure.code()).isEqualTo("COMMAND_TIMED_OUT");
    var left = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    await().until(() -> left.isEmpty() || !left.get().isAlive());
  }

  @Test
  void commandThatItsLocaleWouldChangeIsNotRun() throws Exception {
    var ascii = new SystemText(List.of(StandardCharsets.US_ASCII));
    var handler = new CommandHandler(new CommandLauncher(List.of()), ascii);
    var ran = directory.resolve("ran");
    var argument = shell("echo größe; touch " + ran);
    var variable = shell("touch " + ran).set("env", json.createObjectNode().put("NAME", "Grüße"));
    var name = shell("touch " + ran).set("env", json.createObjectNode().put("Größe", "1"));
    var cwd = shell("touch " + ran).put("cwd", "/tmp/größe");

    for (var payload : List.of(argument, variable, name, cwd)) {
      var failure = (RetriableFailure) handler.handle(payload, new FakeContext());

      assertThat(failure.code()).isEqualTo("LOCALE_UNSUITABLE");
      assertThat(failure.message()).contains("US-ASCII", "LANG=C.UTF-8");
    }
    assertThat(ran).doesNotExist();
  }

  @Test
  void inputOfACommandNeedsNoLocale() throws Exception {
    var ascii = new SystemText(List.of(StandardCharsets.US_ASCII));
    var handler = new CommandHandler(new CommandLauncher(List.of()), ascii);

    var result = result(handler.handle(shell("cat").put("stdin", "größe"), new FakeContext()));

    assertThat(result.stdout()).isEqualTo("größe");
  }

  @Test
  void aProgramThatIsNotHereMayBeElsewhere() throws Exception {
    var payload = json.createObjectNode();
    payload.set("argv", json.valueToTree(List.of("no-such-program")));
    var noDirectory = shell("true").put("cwd", directory.resolve("none").toString());

    assertThat(((RetriableFailure) run(payload)).code()).isEqualTo("COMMAND_NOT_FOUND");
    assertThat(((RetriableFailure) run(noDirectory)).code()).isEqualTo("COMMAND_NOT_FOUND");
  }

  @Test
  void failureOfAStartHasItsReason() throws Exception {
    var handler =
        new CommandHandler(
            new CommandLauncher(List.of("no-such-launcher")),
            new SystemText(List.of(StandardCharsets.UTF_8)));

    var failure = (RetriableFailure) handler.handle(shell("true"), new FakeContext());

    assertThat(failure.code()).isEqualTo("COMMAND_NOT_FOUND");
    assertThat(failure.message()).startsWith("cannot start sh: ").contains("no-such-launcher");
  }

  @Test
  void allThatIsWrongWithAPayloadIsSaidAtOnce() throws Exception {
    var payload =
        (ObjectNode)
            json.readTree(
                "{\"argv\":[],\"timeout\":\"soon\",\"fatalExitCodes\":[\"x\"],\"colour\":1}");

    var failure = (FatalFailure) run(payload);

    assertThat(failure.code()).isEqualTo("PAYLOAD_UNREADABLE");
    assertThat(failure.message())
        .contains("argv: [] (expected: a list of texts, at least one)")
        .contains(
            "timeout: \"soon\" (expected: a duration of more than 0 and at most 365 days, such as"
                + " \"30s\")")
        .contains("fatalExitCodes: \"x\" (expected: a list of whole numbers)")
        .contains("colour: 1 (expected: nothing; known are [argv, cwd, env");
  }

  @Test
  void payloadsOfAnyShapeAreRefusedRatherThanThrown() throws Exception {
    for (var text :
        List.of(
            "null",
            "1",
            "[]",
            "{}",
            "{\"argv\":\"ls\"}",
            "{\"argv\":[1]}",
            "{\"argv\":[\"a\\u0000b\"]}",
            "{\"argv\":[\"a\\ud83d\"]}",
            "{\"argv\":[\"ls\"],\"env\":[]}",
            "{\"argv\":[\"ls\"],\"env\":{\"A=B\":\"c\"}}",
            "{\"argv\":[\"ls\"],\"cwd\":7}",
            "{\"argv\":[\"ls\"],\"cwd\":\"\\u0000\"}",
            "{\"argv\":[\"ls\"],\"timeout\":\"-1s\"}",
            "{\"argv\":[\"ls\"],\"timeout\":\"8760.001h\"}",
            "{\"argv\":[\"ls\"],\"timeout\":\"PT9999999H\"}",
            "{\"argv\":[\"ls\"],\"timeout\":\"PT9999999999999999H\"}")) {
      var outcome = handler.handle(json.readTree(text), new FakeContext());

      assertThat(outcome).as(text).isInstanceOf(FatalFailure.class);
      assertThat(((FatalFailure) outcome).message().getBytes(StandardCharsets.UTF_8)).isNotEmpty();
    }
  }
}
