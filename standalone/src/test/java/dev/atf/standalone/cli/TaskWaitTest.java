package dev.atf.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class TaskWaitTest {
  private final StatusRuntimeException away = Status.UNAVAILABLE.asRuntimeException();
  private final StatusRuntimeException slow = Status.DEADLINE_EXCEEDED.asRuntimeException();
  private final StatusRuntimeException gone = Status.NOT_FOUND.asRuntimeException();
  private static final Task RUNNING = Task.newBuilder().setStatus(TaskStatus.PROCESSING).build();
  private static final Task DONE = Task.newBuilder().setStatus(TaskStatus.SUCCESS).build();

  @Test
  void aServerThatIsAwayForAWhileDoesNotEndTheWait() {
    var wait = new TaskWait(answers(RUNNING, away, slow, DONE));

    assertThat(wait.untilFinished("0123", Duration.ofSeconds(30))).isEqualTo(DONE);
  }

  @Test
  void aServerThatStaysAwayEndsItWithTheTimeOut() {
    var wait = new TaskWait(answers(RUNNING, away, away, away, away, away));

    assertThatThrownBy(() -> wait.untilFinished("0123", Duration.ofMillis(120))).isSameAs(away);
  }

  @Test
  void aRefusalEndsItAtOnce() {
    var wait = new TaskWait(answers(gone, DONE));

    assertThatThrownBy(() -> wait.untilFinished("0123", Duration.ofSeconds(30))).isSameAs(gone);
  }

  private static Function<String, Task> answers(Object... answers) {
    Deque<Object> left = new ArrayDeque<>(List.of(answers));
    return taskId -> {
      var answer = left.remove();
      if (answer instanceof StatusRuntimeException refusal) {
        throw refusal;
      }
      return (Task) answer;
    };
  }
}
