package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the text and the values of a snapshot. */
final class TaskSnapshotTest {
  record Percent(int percent) {}

  private static final Task FAILED =
      Task.newBuilder()
          .setTaskId("8d1f")
          .setLambda("mail")
          .setStatus(TaskStatus.RETRIABLE_FAILURE)
          .setAttempt(2)
          .putLabels("tenant", "acme")
          .setJson(Value.newBuilder().setStringValue("a secret"))
          .setProgress(
              Value.newBuilder()
                  .setStructValue(
                      Struct.newBuilder()
                          .putFields("percent", Value.newBuilder().setNumberValue(40).build())))
          .setFailure(Failure.newBuilder().setCode("REFUSED").setMessage("smtp.example:25"))
          .build();

  @Test
  void readsStatusAttemptFailureLabelsAndProgress() {
    var task = snapshot(FAILED);

    assertThat(task.status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(task.attempt()).isEqualTo(2);
    assertThat(task.failure()).hasValue(FAILED.getFailure());
    assertThat(task.labels()).isEqualTo(Map.of("tenant", "acme"));
    assertThat(task.progressAs(Percent.class)).hasValue(new Percent(40));
  }

  @Test
  void freshTaskHasNeitherFailureNorProgress() {
    var task = snapshot(Task.getDefaultInstance());

    assertThat(task.failure()).isEmpty();
    assertThat(task.progressAs(Percent.class)).isEmpty();
  }

  @Test
  void progressOfAnotherTypeIsRefused() {
    var task = snapshot(FAILED);

    assertThatThrownBy(() -> task.progressAs(Integer.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("task 8d1f: not readable as java.lang.Integer");
  }

  @Test
  void textNamesTheTaskAndItsFailureWithoutThePayload() {
    assertThat(snapshot(FAILED))
        .hasToString(
            "task 8d1f of lambda mail: RETRIABLE_FAILURE, attempt 2, REFUSED: smtp.example:25");
    assertThat(snapshot(FAILED.toBuilder().clearFailure().setStatus(TaskStatus.SUCCESS).build()))
        .hasToString("task 8d1f of lambda mail: SUCCESS, attempt 2");
  }

  private static TaskSnapshot snapshot(Task task) {
    return new TaskSnapshot(task, new ObjectMapper());
  }
}
