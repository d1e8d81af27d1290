package dev.atf.simulation.world;

import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.condition.ConditionState;
import dev.atf.plans.row.Plan;
import dev.atf.store.plans.ConditionCodec;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** Defects of stored conditions, which lack a part. */
final class BadConditions {
  private BadConditions() {}

  /** Returns a row in which each closing has the same testers. */
  public static Plan withOneTester(Plan plan) {
    return with(plan, state -> state.withClosedAt(Instant.EPOCH).withTesters(state.failures() + 1));
  }

  /** Returns a row that releases without a count. */
  public static Plan uncounted(Plan plan) {
    return with(plan, state -> state.withReleased(0));
  }

  /** Returns a row that is clear as soon as its test has passed, without a trial. */
  public static Plan untried(Plan plan) {
    return with(
        plan,
        state ->
            state.phase() == ConditionPhase.HALF_OPEN
                ? state.withPhase(ConditionPhase.CLEAR)
                : state);
  }

  private static Plan with(Plan plan, UnaryOperator<ConditionState> change) {
    var row = ConditionCodec.read(plan);
    return ConditionCodec.write(new ConditionRow(plan, change.apply(row.state())));
  }
}
