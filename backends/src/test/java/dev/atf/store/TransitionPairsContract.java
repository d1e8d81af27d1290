package dev.atf.store;

import static dev.atf.model.TaskStatus.BLOCKED;
import static dev.atf.model.TaskStatus.CLAIMED;
import static dev.atf.model.TaskStatus.ENQUEUED;
import static dev.atf.model.TaskStatus.FATAL_FAILURE;
import static dev.atf.model.TaskStatus.NEW;
import static dev.atf.model.TaskStatus.PROCESSING;
import static dev.atf.model.TaskStatus.RETRIABLE_FAILURE;
import static dev.atf.model.TaskStatus.SUCCESS;
import static dev.atf.store.SampleTasks.full;
import static dev.atf.store.SampleTasks.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every pair of writes by two callers who saw the same task, in both orders. */
public abstract class TransitionPairsContract {
  protected abstract Stores stores();

  // In the following four, every pair that is not listed is refused: the first of the two is
  // recorded, and the second finds it. After ":" come the events that are possible after the first.

  @Test
  @Tag("E2.3")
  @Tag("F37")
  void pairsOnAWaitingTask() {
    var expected =
        """
        HOLD: HOLD, RELEASE, GIVE_UP, DROP, CANCEL, RESCHEDULE, RUN_NOW
        RELEASE: CANCEL
        RESCHEDULE: GIVE_UP, DROP, CANCEL, RESCHEDULE, RUN_NOW
        RUN_NOW: GIVE_UP, DROP, CANCEL, RESCHEDULE, RUN_NOW
        """;
    assertThat(pairsThatBothApply(NEW, false)).isEqualTo(expected);
    assertThat(pairsThatBothApply(RETRIABLE_FAILURE, false)).isEqualTo(expected);
  }

  @Test
  @Tag("F37")
  void pairsOnAnEnqueuedTask() {
    // A second push never costs anyone the claim: if it moved the alarm behind the lease, the claim
    // that moves it back is the one to make. A claim leaves nothing to the others.
    assertThat(pairsThatBothApply(ENQUEUED, false))
        .isEqualTo(
            """
            PUSH_AGAIN: PUSH_FAILED, PARK, CLAIM_AND_MOVE_ALARM, BLOCK_UNCLAIMED, GIVE_UP, DROP, CANCEL, RESCHEDULE
            PUSH_FAILED: PUSH_FAILED, PARK, CLAIM, CLAIM_AND_MOVE_ALARM, BLOCK_UNCLAIMED, GIVE_UP, DROP, CANCEL, RESCHEDULE
            PARK: GIVE_UP, DROP, CANCEL, RESCHEDULE
            BLOCK_UNCLAIMED: GIVE_UP, CANCEL, RESCHEDULE
            RESCHEDULE: GIVE_UP, DROP, CANCEL, RESCHEDULE
            """);
  }

  @Test
  void pairsOnABlockedTask() {
    // A release and its alarm exclude each other; a cancel comes after everything.
    assertThat(pairsThatBothApply(BLOCKED, false))
        .isEqualTo(
            """
            RELEASE: CANCEL
            LOOK_AGAIN: UNBLOCK, GIVE_UP, CANCEL, RESCHEDULE
            UNBLOCK: GIVE_UP, CANCEL, RESCHEDULE
            RESCHEDULE: GIVE_UP, CANCEL, RESCHEDULE
            """);
  }

  @Test
  @Tag("F37")
  void pairsOnADeadLetter() {
    // A second redrive finds a task that is not dead any more.
    assertThat(pairsThatBothApply(FATAL_FAILURE, false)).isEmpty();
  }

  @Test
  @Tag("F37")
  void pairsOnATaskWhoseChildrenAreToBeCreated() {
    // A second consumer finds that they are; no other change is possible after a success.
    assertThat(pairsThatBothApply(SUCCESS, false)).isEmpty();
  }

  @Test
  @Tag("E8.6")
  @Tag("F37")
  void pairsOnARunningTask() {
    // A heartbeat refuses every expiry; a cancel request refuses every write that would run the
    // task again; a request to kill the attempt refuses nothing.
    var expected =
        """
        HEARTBEAT: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_RETRIABLY, FAIL_FATALLY, RETURN, BLOCK, REQUEST_CANCEL, REQUEST_KILL
        LOOK_AGAIN: HEARTBEAT, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_RETRIABLY, FAIL_FATALLY, RETURN, BLOCK, EXPIRE, EXPIRE_FATALLY, REQUEST_CANCEL, REQUEST_KILL
        REQUEST_CANCEL: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, REQUEST_CANCEL, REQUEST_KILL
        REQUEST_KILL: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_RETRIABLY, FAIL_FATALLY, RETURN, BLOCK, EXPIRE, EXPIRE_FATALLY, REQUEST_CANCEL, REQUEST_KILL
        """;
    assertThat(pairsThatBothApply(CLAIMED, false)).isEqualTo(expected);
    assertThat(pairsThatBothApply(PROCESSING, false)).isEqualTo(expected);
  }

  @Test
  @Tag("F37")
  void pairsOnARunningTaskThatIsToBeCancelled() {
    var expected =
        """
        HEARTBEAT: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, CONFIRM_CANCEL, REQUEST_CANCEL, REQUEST_KILL
        LOOK_AGAIN: HEARTBEAT, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, CONFIRM_CANCEL, EXPIRE_CANCELLED, REQUEST_CANCEL, REQUEST_KILL
        REQUEST_CANCEL: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, CONFIRM_CANCEL, EXPIRE_CANCELLED, REQUEST_CANCEL, REQUEST_KILL
        REQUEST_KILL: HEARTBEAT, LOOK_AGAIN, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_FATALLY, CONFIRM_CANCEL, EXPIRE_CANCELLED, REQUEST_CANCEL, REQUEST_KILL
        """;
    assertThat(pairsThatBothApply(CLAIMED, true)).isEqualTo(expected);
    assertThat(pairsThatBothApply(PROCESSING, true)).isEqualTo(expected);
  }

  /**
   * Tries every pair in both orders against the model, and returns the pairs that were both
   * written.
   */
  private String pairsThatBothApply(TaskStatus status, boolean cancelRequested) {
    var lines = new StringBuilder();
    for (var first : SampleTransitions.events()) {
      var possible =
          SampleTransitions.events().stream()
              .filter(second -> bothApply(status, cancelRequested, first, second))
              .map(TaskEvent::name)
              .collect(Collectors.joining(", "));
      if (!possible.isEmpty()) {
        lines.append(first).append(": ").append(possible).append('\n');
      }
    }
    return lines.toString();
  }

  private boolean bothApply(
      TaskStatus status, boolean cancelRequested, TaskEvent first, TaskEvent second) {
    var task = status == SUCCESS ? SampleTasks.withOutbox(full(status)) : full(status);
    if (cancelRequested) {
      task = with(task, new Change.RequestCancel());
    }
    var one = SampleTransitions.of(first, task);
    var other = SampleTransitions.byAnother(second, task);
    return one.failing(task).isEmpty()
        && other.failing(task).isEmpty()
        && bothApply(task, one, other);
  }

  private boolean bothApply(Association task, Transition one, Transition other) {
    stores().associations().create(task);
    var afterOne = one.applyTo(task);
    assertThat(stores().transitions().apply(one)).isEqualTo(new TransitionResult.Applied(afterOne));

    var result = stores().transitions().apply(other);

    var applies = other.failing(afterOne).isEmpty();
    var end = applies ? other.applyTo(afterOne) : afterOne;
    assertThat(result)
        .isEqualTo(
            applies
                ? new TransitionResult.Applied(end)
                : new TransitionResult.Refused(Optional.of(afterOne)));
    assertThat(stores().associations().find(task.taskId())).contains(end);
    return applies;
  }
}
