package dev.atf.frontend.plans.condition;

import dev.atf.model.Failure;
import dev.atf.model.TaskId;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * State of a condition at one moment, with its testers and waiting tasks.
 *
 * @param testers stored testers of this closing, as far as they were read, the latest first
 * @param testersCount number of testers that were requested from the store
 * @param waiting number of waiting tasks, by their hints
 * @param waitingMore whether there are more waiting tasks
 */
record ConditionFacts(
    ConditionRow row,
    List<Association> testers,
    int testersCount,
    int waiting,
    boolean waitingMore) {
  public ConditionFacts {
    testers = List.copyOf(testers);
  }

  /** Returns the current tester; empty if it does not exist yet. */
  Optional<Association> tester() {
    TaskId present = row.testerTask();
    return testers.stream().filter(task -> task.taskId().equals(present)).findFirst();
  }

  /**
   * Returns the number of tests that have started, including one whose tester is no longer stored.
   */
  int tests() {
    int attempts = testers.stream().mapToInt(Association::attempt).sum();
    int unmade = tester().isEmpty() ? 1 : 0;
    return attempts + Math.max(0, testersCount - unmade - testers.size());
  }

  /** Returns the failure of the latest known test. */
  Optional<Failure> failure() {
    return testers.stream()
        .flatMap(task -> Optional.ofNullable(task.outcome()).stream())
        .flatMap(outcome -> Optional.ofNullable(outcome.failure()).stream())
        .findFirst();
  }

  /**
   * Returns the time at which the next test of a closed condition starts; empty while a test is in
   * progress.
   */
  Optional<Instant> nextTestAt() {
    if (row.state().phase() != ConditionPhase.CLOSED) {
      return Optional.empty();
    }
    var tester = tester();
    if (tester.isEmpty()) {
      return Optional.ofNullable(row.plan().alarmAt());
    }
    return switch (tester.get().status()) {
      case NEW, RETRIABLE_FAILURE -> Optional.ofNullable(tester.get().trigger()).map(Trigger::at);
      case ENQUEUED, CLAIMED, PROCESSING, BLOCKED, SUCCESS, FATAL_FAILURE, CANCELLED ->
          Optional.empty();
    };
  }
}
