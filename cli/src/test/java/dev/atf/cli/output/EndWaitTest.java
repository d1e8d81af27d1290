package dev.atf.cli.output;

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
import org.junit.jupiter.api.Test;

final class EndWaitTest {
  private final StatusRuntimeException away = Status.UNAVAILABLE.asRuntimeException();
  private final StatusRuntimeException slow = Status.DEADLINE_EXCEEDED.asRuntimeException();
  private final StatusRuntimeException gone = Status.NOT_FOUND.asRuntimeException();
  private static final Task RUNNING = Task.newBuilder().setStatus(TaskStatus.PROCESSING).build();
  private static final Task DONE = Task.newBuilder().setStatus(TaskStatus.SUCCESS).build();

  @Test
  void aServerThatIsAwayForAWhileDoesNotEndTheWait() {
    var wait = wait(RUNNING, away, slow, DONE);

    assertThat(wait.untilFinished(Duration.ofSeconds(30))).isEqualTo(DONE);
  }

  @Test
  void aServerThatStaysAwayEndsItWithTheTimeOut() {
    var wait = wait(RUNNING, away, away, away, away, away);

    assertThatThrownBy(() -> wait.untilFinished(Duration.ofMillis(120))).isSameAs(away);
  }

  @Test
  void aRefusalEndsItAtOnce() {
    var wait = wait(gone, DONE);

    assertThatThrownBy(() -> wait.untilFinished(Duration.ofSeconds(30))).isSameAs(gone);
  }

  @Test
  void reportsTheStateWhenTheTimeIsOver() {
    var wait = wait(RUNNING, RUNNING);

    assertThatThrownBy(() -> wait.untilFinished(Duration.ZERO))
        .isInstanceOf(CommandFailedException.class)
        .hasMessage("it is still PROCESSING after 0s");
  }

  private static EndWait<Task> wait(Object... answers) {
    Deque<Object> left = new ArrayDeque<>(List.of(answers));
    return new EndWait<>(
        () -> {
          var answer = left.remove();
          if (answer instanceof StatusRuntimeException refusal) {
            throw refusal;
          }
          return (Task) answer;
        },
        DONE::equals,
        task -> "it is still " + task.getStatus());
  }
}
