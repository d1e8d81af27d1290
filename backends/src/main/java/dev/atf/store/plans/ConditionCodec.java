package dev.atf.store.plans;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.condition.ConditionState;
import dev.atf.plans.condition.Tester;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.plans.StoredPlans;
import java.time.Instant;
import java.util.Optional;

/** Conditions as the states of their plans. */
public final class ConditionCodec {
  private ConditionCodec() {}

  /**
   * Reads a condition.
   *
   * @throws UnreadablePlanException if this process cannot interpret the state
   */
  public static ConditionRow read(Plan plan) {
    return PlanBytes.read(
        plan,
        StoredPlans.Condition.parser(),
        condition -> new ConditionRow(plan, state(condition)));
  }

  /**
   * Returns a stored condition; empty if there is none.
   *
   * @throws dev.atf.store.StoreException if it cannot be read
   */
  public static Optional<ConditionRow> find(Plans plans, PlanId id) {
    return plans.find(id).map(ConditionCodec::read);
  }

  /** Returns the plan of a row, with the row's state. */
  public static Plan write(ConditionRow row) {
    var plan = row.plan();
    return plan.with(PlanBytes.of(message(row.state()), plan.state()), plan.alarmAt());
  }

  private static StoredPlans.Condition message(ConditionState state) {
    var message =
        StoredPlans.Condition.newBuilder()
            .setPhase(StoredPlans.Condition.Phase.valueOf(state.phase().name()))
            .setSince(state.since().toEpochMilli())
            .setTester(state.tester().lambda().value())
            .setTesterContents(StoredIds.of(state.tester().contents()))
            .setClosedAt(state.closedAt().toEpochMilli())
            .setTesters(state.testers())
            .setFailures(state.failures())
            .setReleased(state.released())
            .setHoldsLambda(state.holdsLambda())
            .setReason(state.reason())
            .setBy(state.by());
    state
        .trial()
        .ifPresent(
            trial -> message.setTrial(StoredIds.of(trial.taskId())).setTrialEpoch(trial.epoch()));
    return message.build();
  }

  private static ConditionState state(StoredPlans.Condition stored) {
    return new ConditionState(
        ConditionPhase.valueOf(stored.getPhase().name()),
        Instant.ofEpochMilli(stored.getSince()),
        new Tester(
            new LambdaName(stored.getTester()), StoredIds.taskId(stored.getTesterContents())),
        Instant.ofEpochMilli(stored.getClosedAt()),
        stored.getTesters(),
        stored.getFailures(),
        stored.getTrial().isEmpty()
            ? Optional.empty()
            : Optional.of(new TaskRef(StoredIds.taskId(stored.getTrial()), stored.getTrialEpoch())),
        stored.getReleased(),
        stored.getHoldsLambda(),
        stored.getReason(),
        stored.getBy());
  }
}
