package dev.atf.infra.app;

import dev.atf.infra.constructs.store.LambdaQueues;
import dev.atf.infra.constructs.store.TaskStore;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/**
 * Durable resources: tables and queues. Others refer to them only by name, so that this stack is
 * deployed seldom and never with the rest.
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
