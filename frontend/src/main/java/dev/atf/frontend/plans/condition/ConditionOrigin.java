package dev.atf.frontend.plans.condition;

import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.plans.PlanNames;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TestOfCondition;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Origin of the testers of conditions. */
public final class ConditionOrigin implements OriginKind {
  private final Plans plans;

  @Inject
  ConditionOrigin(Plans plans) {
    this.plans = plans;
  }

  @Override
  public String name() {
    return PlanKind.CONDITION.tag();
  }

  @Override
  public void show(Origin origin, Task.Builder task) {
    task.setTests(TestOfCondition.newBuilder().setConditionId(origin.owner()));
  }

  @Override
  public void showOwner(Origin origin, Task.Builder task) {
    plans
        .find(PlanId.of(origin))
        .ifPresent(
            condition ->
                task.getTestsBuilder()
                    .setLambda(condition.lambda().value())
                    .setName(condition.name()));
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var origin = Objects.requireNonNull(task.header().origin());
    return reasons(origin, plans.find(PlanId.of(origin)));
  }

  /**
   * Returns the reasons of a tester.
   *
   * @param condition condition of the tester; empty if it is no longer stored
   */
  public static OriginReasons reasons(Origin origin, Optional<Plan> condition) {
    var remedy =
        condition
            .map(
                known ->
                    "while its condition is closed, another tester follows; test now with "
                        + ShellCommands.atf("condition test", known.lambda(), known.name()))
            .orElse("its condition is no longer stored, so no other tester follows");
    return new OriginReasons(
        Optional.empty(),
        Optional.of(remedy),
        Optional.of(
            new Reason(
                ExplainCode.TEST_OF_CONDITION,
                "it tests condition " + PlanNames.of(origin, condition),
                null,
                null)));
  }

  /**
   * Returns empty, because a lambda with a closed condition has unfinished tasks and is not deleted
   * anyway.
   */
  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return Optional.empty();
  }
}
