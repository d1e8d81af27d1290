package dev.atf.frontend.plans.condition;

import dev.atf.frontend.task.TaskView;
import dev.atf.model.Failure;
import dev.atf.model.TaskId;
import dev.atf.model.Trigger;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Condition;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import dev.atf.validation.TaskStatusCodec;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conditions as the owners of their lambdas see them, with a bounded number of reads. */
final class ConditionView {
  /**
   * Maximum number of testers that are read. They cover about an hour and a half if testers keep
   * ending.
   */
  private static final int TESTERS_MAX = 20;

  private final Plans plans;
  private final TaskAssociations associations;

  @Inject
  ConditionView(Plans plans, TaskAssociations associations) {
    this.plans = plans;
    this.associations = associations;
  }

  /**
   * State of a condition at one moment, with its testers and waiting tasks.
   *
   * @param testers stored testers of this closing, as far as they were read, the latest first
   * @param testersCount number of testers that were requested from the store
   * @param waiting number of waiting tasks, by their hints
   * @param waitingMore whether there are more waiting tasks
   */
  record Snapshot(
      ConditionRow row,
      List<Association> testers,
      int testersCount,
      int waiting,
      boolean waitingMore) {
    Snapshot {
      testers = List.copyOf(testers);
    }

    /** Returns the current tester; empty if it does not exist yet. */
    Optional<Association> tester() {
      TaskId present = row.testerTask();
      return testers.stream().filter(task -> task.taskId().equals(present)).findFirst();
    }

    /**
     * Returns the number of tests that have started, including one whose tester is no longer
     * stored.
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
     * Returns the time at which the next test of a closed condition starts; empty while a test is
     * in progress.
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

  /** Reads the testers of a condition, and counts the tasks that wait. */
  Snapshot read(ConditionRow row) {
    var wanted = row.latestTesters(TESTERS_MAX);
    var parts = plans.parts(row.plan().id(), "", Limits.PAGE_SIZE_MAX);
    boolean more =
        parts.size() == Limits.PAGE_SIZE_MAX
            && !plans.parts(row.plan().id(), parts.get(parts.size() - 1).name() + "-", 1).isEmpty();
    var found = associations.findAll(wanted);
    var testers =
        wanted.stream().flatMap(id -> Optional.ofNullable(found.get(id)).stream()).toList();
    return new Snapshot(row, testers, wanted.size(), parts.size(), more);
  }

  /** Returns a condition with its testers and the number of tasks that wait. */
  Condition full(ConditionRow row) {
    return of(read(row));
  }

  /**
   * Returns conditions with only their current testers. Conditions that cannot be read come first,
   * with only their names.
   */
  List<Condition> brief(List<Plan> listed) {
    var views = new ArrayList<Condition>();
    var rows = new ArrayList<ConditionRow>();
    for (var plan : listed) {
      try {
        rows.add(ConditionCodec.read(plan));
      } catch (UnreadablePlanException e) {
        views.add(
            Condition.newBuilder()
                .setLambda(plan.lambda().value())
                .setName(plan.name())
                .setUnreadable(e.reason())
                .build());
      }
    }
    var found = associations.findAll(rows.stream().map(ConditionRow::testerTask).toList());
    for (var row : rows) {
      var tester = Optional.ofNullable(found.get(row.testerTask()));
      views.add(of(new Snapshot(row, tester.stream().toList(), 1, 0, false)));
    }
    return views;
  }

  private static Condition of(Snapshot condition) {
    var row = condition.row();
    var state = row.state();
    var view =
        Condition.newBuilder()
            .setLambda(row.plan().lambda().value())
            .setName(row.name().value())
            .setPhase(Condition.Phase.valueOf(state.phase().name()))
            .setSince(ProtoTimes.proto(state.since()))
            .setClosedAt(ProtoTimes.proto(state.closedAt()))
            .setReason(state.reason())
            .setHoldsLambda(state.holdsLambda())
            .setTesterLambda(state.tester().lambda().value())
            .setTesterTaskId(row.testerTask().value())
            .setTests(condition.tests())
            .setWaiting(condition.waiting())
            .setWaitingMore(condition.waitingMore())
            .setReleased(state.released())
            .setReleasedBy(state.by());
    condition
        .tester()
        .ifPresent(task -> view.setTesterStatus(TaskStatusCodec.proto(task.status())));
    condition.failure().ifPresent(failure -> view.setFailure(TaskView.failure(failure)));
    condition.nextTestAt().ifPresent(at -> view.setNextTestAt(ProtoTimes.proto(at)));
    state.trial().ifPresent(trial -> view.setTrialTaskId(trial.taskId().value()));
    return view.build();
  }
}
