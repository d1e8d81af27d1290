package dev.atf.cli.chore.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChoreTaskTest {
  private static final String COMMIT = "0".repeat(40);

  @Test
  void everyBridgeMakesTheSameTaskOfAChoreWithAnId() {
    var one = ChoreWorker.taken("one", "now", COMMIT, "command", "a/b", "x");
    var other = ChoreWorker.taken("other", "later", "1".repeat(40), "command", "a/b", "x");

    assertThat(one.key()).isEqualTo(other.key());
    assertThat(one.taskId()).isEqualTo(other.taskId());
    assertThat(ChoreWorker.taken("one", "now", COMMIT, "command", "a/c", "x").key())
        .isNotEqualTo(one.key());
  }

  @Test
  void withoutAnIdEachTakingIsAnotherTask() {
    var one = ChoreWorker.taken("one", "now", COMMIT, "command", "a/b", "");
    var again = ChoreWorker.taken("one", "now", "1".repeat(40), "command", "a/b", "");

    assertThat(again.key()).isNotEqualTo(one.key());
  }

  @Test
  void aKeyThatNoBridgeHasMadeIsRefused() throws Exception {
    var taken = ChoreWorker.taken("one", "now", COMMIT, "command", "a/b", "x");

    assertThat(taken.checked("a/b", "x")).isEqualTo(taken);
    assertThatThrownBy(() -> taken.checked("a/other", "x")).hasMessageContaining("key");
    assertThatThrownBy(
            () ->
                ChoreWorker.read(
                        "one", "now", "--help", "command", taken.key(), "t", null, null, null)
                    .checked("a/b", "x"))
        .hasMessageContaining("commit");
    assertThatThrownBy(
            () ->
                ChoreWorker.read("one", "now", COMMIT, "No Name", "k", "t", null, null, null)
                    .checked("a/b", "x"))
        .hasMessageContaining("lambda");
  }

  @Test
  @Tag("CH4")
  void whatTheRepositorySaysIsNoPartOfTheScript() {
    var worker = ChoreWorker.taken("one", "now", COMMIT, "command", "a/$(b)", "x");
    var request =
        new ChoreTask("/srv/r.git", worker, "a/$(b)", "echo '$(id)'", List.of("*.csv")).request();

    var payload = request.getJson().getStructValue().getFieldsMap();
    var argv = payload.get("argv").getListValue().getValuesList();
    assertThat(argv)
        .extracting(Value::getStringValue)
        .containsExactly("bash", "-c", ChoreTask.SCRIPT, "chore", "/srv/r.git", COMMIT, "a/$(b)");
    assertThat(payload.get("stdin").getStringValue()).isEqualTo("echo '$(id)'");
    assertThat(request.getIdempotencyKey()).isEqualTo(worker.key());
    assertThat(request.getOutputsList()).containsExactly("chore/*.csv");
  }

  @Test
  void aResultBecomesTwoFiles() {
    var result =
        Struct.newBuilder()
            .putFields("stdout", text("out\n"))
            .putFields("stderr", text("err\n"))
            .putFields("exitCode", Value.newBuilder().setNumberValue(0).build());
    var task =
        Task.newBuilder()
            .setStatus(TaskStatus.SUCCESS)
            .setResultJson(Value.newBuilder().setStructValue(result))
            .build();

    assertThat(ChoreTask.outcome(task))
        .contains(new ChoreOutcome(ChoreOutcome.State.SUCCEEDED, "out\n", "err\n", List.of()));
  }

  @Test
  void aFailureTellsItsReasonAfterTheErrorOutput() {
    var task =
        Task.newBuilder()
            .setTaskId("t")
            .setStatus(TaskStatus.FATAL_FAILURE)
            .setFailure(
                Failure.newBuilder()
                    .setCode("COMMAND_FAILED")
                    .setMessage("exit code 3")
                    .setDetails("{\"exitCode\":3,\"stdout\":\"out\",\"stderr\":\"err\"}"))
            .build();

    assertThat(ChoreTask.outcome(task))
        .contains(
            new ChoreOutcome(
                ChoreOutcome.State.FAILED,
                "out",
                "err\natf: task t: COMMAND_FAILED: exit code 3\n",
                List.of()));
  }

  @Test
  void filesOfATaskAreResultsWithinBounds() {
    var task = Task.newBuilder().setTaskId("t").setLambda("command").setStatus(TaskStatus.SUCCESS);
    made(task, "chore/b.csv", 3);
    made(task, "chore/a/x", Chore.FILE_BYTES_MAX);
    made(task, "chore/large", Chore.FILE_BYTES_MAX + 1);
    made(task, "chore/too-many", Chore.FILE_BYTES_MAX);

    var outcome = ChoreTask.outcome(task.build()).orElseThrow();

    assertThat(outcome.results())
        .containsExactly(
            new ChoreResult("a/x", "command", "digest", Chore.FILE_BYTES_MAX),
            new ChoreResult("b.csv", "command", "digest", 3));
    assertThat(outcome.error().lines())
        .hasSize(2)
        .allMatch(line -> line.endsWith("it is kept with the task: atf outputs t"))
        .anyMatch(line -> line.startsWith("atf: result large has 10485761 bytes (expected: "))
        .anyMatch(line -> line.startsWith("atf: result too-many has 10485760 bytes "));
  }

  @Test
  void aNoteBeginsItsOwnLine() {
    assertThat(new ChoreOutcome(ChoreOutcome.State.SUCCEEDED, "", "no end", List.of()).noted("x"))
        .extracting(ChoreOutcome::error)
        .isEqualTo("no end\natf: x\n");
  }

  /** A worker is not trusted with the repository. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "other/x",
        "chore/do_it.txt",
        "chore/doing_it.txt",
        "chore/done.txt",
        "chore/chore.json",
        "chore/worker.json/x",
        "chore/output.txt",
        "chore/../x",
        "chore//x",
        "chore/.git/config",
        "chore/a/.gitmodules",
        "chore/.g\u200cit/config",
        "chore/git~1/config",
        "chore/GI7EBA~1",
        "chore/a\nb",
        "chore/-x"
      })
  @Tag("CH5")
  void filesThatAreNoResultsAreLeft(String path) {
    var task = Task.newBuilder().setStatus(TaskStatus.SUCCESS);
    made(task, path, 1);

    assertThat(ChoreTask.outcome(task.build()).orElseThrow().results()).isEmpty();
  }

  private static void made(Task.Builder task, String path, long bytes) {
    task.addOutputFiles(Resource.newBuilder().setPath(path).setSha256("digest").setBytes(bytes));
  }

  @Test
  void aTaskThatIsRetriedHasNotEnded() {
    var task = Task.newBuilder().setStatus(TaskStatus.RETRIABLE_FAILURE).build();

    assertThat(ChoreTask.outcome(task)).isEmpty();
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }
}
