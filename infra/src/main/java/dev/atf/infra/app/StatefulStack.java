package dev.atf.infra.app;

import dev.atf.infra.constructs.store.LambdaQueues;
import dev.atf.infra.constructs.store.TaskStore;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/**
 * Stack of the durable resources: tables and queues. Other stacks refer to them only by name.
 * Therefore this stack is rarely deployed, and never together with the others.
 */
final class StatefulStack extends Stack {
  StatefulStack(Construct scope, ClusterPlan plan) {
    super(
        scope,
        plan.cluster() + "-stateful",
        StackProps.builder()
            .description("ATF cluster " + plan.cluster() + ": tables and queues")
            .terminationProtection(plan.deployment().keepData())
            .build());
    if (!plan.deployment().store().existing()) {
      new TaskStore(this, "TaskStore", new PlanProps(plan).store());
    }
    new LambdaQueues(this, "LambdaQueues", new PlanProps(plan).queues());
    ClusterApp.tag(this, plan, plan.deployment().owner());
  }
}
