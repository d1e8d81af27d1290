package dev.atf.infra.app;

import dev.atf.infra.constructs.TaskFramework;
import dev.atf.infra.constructs.observability.WorkerAlarms;
import dev.atf.infra.constructs.worker.WorkerCluster;
import dev.atf.infra.deployment.WorkersSection;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** Stack of one owner's workers, which is deployed and removed independently. */
final class WorkerStack extends Stack {
  WorkerStack(Construct scope, ClusterPlan plan, WorkersSection workers, TaskFramework framework) {
    super(
        scope,
        plan.cluster() + "-workers-" + workers.name(),
        StackProps.builder()
            .description("ATF cluster " + plan.cluster() + ": workers " + workers.name())
            .build());
    new WorkerCluster(
        this,
        "Workers",
        framework.vpc(),
        framework.hscAccess(),
        new PlanProps(plan).workers(workers));
    if (!workers.topicArn().isEmpty()) {
      new WorkerAlarms(
          this,
          "Alarms",
          plan.cluster(),
          workers.name(),
          workers.topicArn(),
          plan.deployment().alarms().dueAgeMax());
    }
    ClusterApp.tag(this, plan, plan.ownerOf(workers));
  }
}
