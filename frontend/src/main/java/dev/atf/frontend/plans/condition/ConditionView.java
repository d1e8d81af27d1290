package dev.atf.frontend.plans.condition;

import dev.atf.frontend.task.TaskView;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Condition;
import dev.atf.store.plans.UnreadablePlanException;
import dev.atf.validation.TaskStatusCodec;

/** Conditions as the owners of their lambdas see them. */
final class ConditionView {
  private ConditionView() {}

  /** Returns the names of a condition that this process cannot interpret. */
  static Condition unreadable(UnreadablePlanException condition) {
    var plan = condition.plan();
    return Condition.newBuilder()
        .setLambda(plan.lambda().value())
        .setName(plan.name())
        .setUnreadable(condition.reason())
        .build();
  }

  static Condition of(ConditionFacts facts) {
    var row = facts.row();
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
            .setTests(facts.tests())
            .setWaiting(facts.waiting())
            .setWaitingMore(facts.waitingMore())
            .setReleased(state.released())
            .setReleasedBy(state.by());
    facts.tester().ifPresent(task -> view.setTesterStatus(TaskStatusCodec.proto(task.status())));
    facts.failure().ifPresent(failure -> view.setFailure(TaskView.failure(failure)));
    facts.nextTestAt().ifPresent(at -> view.setNextTestAt(ProtoTimes.proto(at)));
    state.trial().ifPresent(trial -> view.setTrialTaskId(trial.taskId().value()));
    return view.build();
  }
}
