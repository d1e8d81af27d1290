package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Actor;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.TaskLifecycle.AlarmRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Properties of the lifecycle table. */
final class TaskLifecycleTest {
  @Test
  void rowsAreUnique() {
    var seen = TaskLifecycle.rows().stream().map(row -> row.from() + " " + row.event()).toList();

    assertThat(seen).doesNotHaveDuplicates();
  }

  @Test
  void everyEventHasARow() {
    var events =
        TaskLifecycle.rows().stream().map(TaskLifecycle.Row::event).collect(Collectors.toSet());

    assertThat(events).containsExactlyInAnyOrder(TaskEvent.values());
  }

  @Test
  void everyPairOfStatusAndEventHasOneRowOrIsRefused() {
    var rows = new ArrayList<String>();
    for (var status : TaskStatus.values()) {
      for (var event : TaskEvent.values()) {
        boolean possible = TaskLifecycle.sourcesOf(event).contains(status);
        long count =
            TaskLifecycle.rows().stream()
                .filter(row -> row.from() == status && row.event() == event)
                .count();

        assertThat(count).as("%s × %s", status, event).isEqualTo(possible ? 1 : 0);
        if (possible) {
          rows.add(status + " " + event);
        }
      }
    }
    assertThat(rows).hasSize(TaskLifecycle.rows().size() - 4);
  }

  @Test
  void onlyTheBirthComesFromNowhere() {
    var creations = TaskLifecycle.rows().stream().filter(row -> row.from() == null).toList();

    assertThat(creations)
        .extracting(TaskLifecycle.Row::event)
        .containsExactly(
            TaskEvent.SCHEDULE,
            TaskEvent.SCHEDULE_EXPRESS,
            TaskEvent.SCHEDULE_WAITING,
            TaskEvent.ABANDON);
    assertThat(TaskLifecycle.sourcesOf(TaskEvent.SCHEDULE)).isEmpty();
    assertThat(TaskLifecycle.sourcesOf(TaskEvent.SCHEDULE_EXPRESS)).isEmpty();
  }

  @Test
  void finishedTasksMoveByARedriveAloneOrAreSettled() {
    var moves =
        TaskLifecycle.rows().stream()
            .filter(row -> row.from() != null && Objects.requireNonNull(row.from()).finished())
            .toList();

    assertThat(moves)
        .extracting(TaskLifecycle.Row::event)
        .containsExactly(TaskEvent.SETTLE, TaskEvent.SETTLE, TaskEvent.SETTLE, TaskEvent.REDRIVE);
    assertThat(TaskLifecycle.targetOf(TaskEvent.SETTLE)).isEmpty();
  }

  @Test
  void everyStatusCanBeReached() {
    var reached =
        TaskLifecycle.rows().stream().map(TaskLifecycle.Row::to).collect(Collectors.toSet());

    assertThat(reached).containsExactlyInAnyOrder(TaskStatus.values());
  }

  @Test
  void theStoreConsumerCanMoveEveryUnfinishedTaskOn() {
    for (var status : TaskStatus.values()) {
      boolean moved =
          TaskLifecycle.rows().stream()
              .anyMatch(
                  row ->
                      row.from() == status
                          && row.to() != status
                          && row.event().actors().contains(Actor.STORE_CONSUMER));

      // It redrives the holder of a held key, when an operator has asked for that.
      boolean expected = !status.finished() || status == TaskStatus.FATAL_FAILURE;
      assertThat(moved).as("%s", status).isEqualTo(expected);
    }
  }

  @Test
  void anUnfinishedTaskAlwaysHasAnAlarmAndAFinishedOneOnlyForItsChildren() {
    for (var row : TaskLifecycle.rows()) {
      boolean silent = row.alarm() == AlarmRule.NONE || row.alarm() == AlarmRule.CHILDREN;
      assertThat(silent).as("%s", row).isEqualTo(row.to().finished());
      assertThat(row.alarm() == AlarmRule.CHILDREN)
          .as("%s", row)
          .isEqualTo(row.event() == TaskEvent.SUCCEED_WITH_CHILDREN);
    }
  }

  @Test
  void anEventThatLeavesTheStatusHasNoTarget() {
    var unmoved =
        Arrays.stream(TaskEvent.values())
            .filter(event -> TaskLifecycle.targetOf(event).isEmpty())
            .toList();

    assertThat(unmoved)
        .containsExactlyInAnyOrder(
            TaskEvent.PUSH_AGAIN,
            TaskEvent.PUSH_FAILED,
            TaskEvent.LOOK_AGAIN,
            TaskEvent.HOLD,
            TaskEvent.TURN,
            TaskEvent.SETTLE,
            TaskEvent.RUN_NOW,
            TaskEvent.REQUEST_CANCEL,
            TaskEvent.REQUEST_KILL);
    assertThat(TaskLifecycle.targetOf(TaskEvent.HEARTBEAT)).contains(TaskStatus.PROCESSING);
  }

  @Test
  void onlyAClaimBeginsARunAndOnlyAnEnqueuedTaskIsClaimed() {
    var intoRunning =
        TaskLifecycle.rows().stream()
            .filter(row -> row.to().running())
            .filter(row -> row.from() == null || !Objects.requireNonNull(row.from()).running())
            .toList();

    assertThat(intoRunning).extracting(TaskLifecycle.Row::from).containsOnly(TaskStatus.ENQUEUED);
    assertThat(intoRunning)
        .extracting(TaskLifecycle.Row::event)
        .containsExactlyInAnyOrder(TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM);
  }

  @Test
  void statusesAreRunningFinishedOrWaiting() {
    assertThat(EnumSet.allOf(TaskStatus.class))
        .filteredOn(TaskStatus::running)
        .containsExactly(TaskStatus.CLAIMED, TaskStatus.PROCESSING);
    assertThat(EnumSet.allOf(TaskStatus.class))
        .filteredOn(TaskStatus::finished)
        .containsExactly(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED);
  }
}
