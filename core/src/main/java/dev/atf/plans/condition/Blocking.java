package dev.atf.plans.condition;

import dev.atf.model.LambdaName;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import java.time.Instant;
import java.util.Optional;

/** Next step for an attempt that is blocked on a condition, decided from the condition's row. */
public sealed interface Blocking {
  /** The condition is closed, so the task waits with the others. */
  record Join() implements Blocking {}

  /**
   * The row must first be put, and then read again.
   *
   * @param row closed row with a tester, whose contents are already written
   */
  record Close(ConditionRow row) implements Blocking {}

  /**
   * The condition has cleared since the attempt began, so another attempt should follow
   * immediately.
   */
  record Retry() implements Blocking {}

  /**
   * Condition as a handler requests it.
   *
   * @param tester lambda of the tester
   * @param reason reason for people
   */
  record Wish(ConditionName condition, LambdaName tester, boolean holdsLambda, String reason) {}

  /**
   * Decides the next step for a blocked attempt.
   *
   * @param task the running task
   * @param found row of the condition; empty if there is none
   */
  static Blocking of(
      Wish wish,
      Association task,
      LambdaDefinition lambda,
      Optional<ConditionRow> found,
      Instant now) {
    if (found.isEmpty()) {
      var id = ConditionRow.id(lambda.name(), wish.condition());
      var plan =
          Plan.fresh(
              id,
              PlanKind.CONDITION,
              lambda.name(),
              wish.condition().value(),
              lambda.shards(),
              now);
      var state = closed(plan, wish, 1, 0, now);
      return new Close(new ConditionRow(plan.with(plan.state(), now), state));
    }
    var row = found.get();
    var state = row.state();
    return switch (state.phase()) {
      case CLOSED ->
          wish.holdsLambda() && !state.holdsLambda()
              ? new Close(row.next(state.withHoldsLambda(true), row.alarmAt()))
              : new Join();
      case HALF_OPEN ->
          state.isTrial(task.ref()) ? close(row, wish, state.failures() + 1, now) : new Join();
      case CLEAR -> {
        var startedAt = task.startedAt();
        if (startedAt != null && startedAt.isBefore(state.since())) {
          yield new Retry();
        }
        yield close(row, wish, row.rests() ? 0 : state.failures() + 1, now);
      }
    };
  }

  private static Blocking close(ConditionRow row, Wish wish, int failures, Instant now) {
    var state = closed(row.plan(), wish, row.state().testers() + 1, failures, now);
    return new Close(row.next(state, state.testAt(now)));
  }

  private static ConditionState closed(
      Plan plan, Wish wish, int testers, int failures, Instant now) {
    var tester = new Tester(wish.tester(), ConditionRow.contents(plan.id(), now));
    return ConditionState.closed(tester, testers, failures, wish.holdsLambda(), wish.reason(), now);
  }
}
