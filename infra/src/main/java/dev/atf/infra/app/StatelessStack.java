package dev.atf.infra.app;

import dev.atf.infra.constructs.TaskFramework;
import dev.atf.infra.constructs.observability.Observability;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/**
 * Stack of the resources that can be replaced at any time: the framework's services, their load
 * balancers, and monitoring.
 */
final class StatelessStack extends Stack {
  private final TaskFramework framework;

  StatelessStack(Construct scope, ClusterPlan plan) {
    super(
        scope,
        plan.cluster() + "-stateless",
        StackProps.builder()
            .description("ATF cluster " + plan.cluster() + ": services and alarms")
            .build());
    var props = new PlanProps(plan);
    this.framework = new TaskFramework(this, "TaskFramework", props.framework());
    var observability =
        new Observability(
            this,
            "Observability",
            framework.healthyApiTargets(),
            framework.healthyHscTargets(),
            props.observability());
    CfnOutput.Builder.create(this, "ApiAddress")
        .description("Where the public API is; give it the certificate's name in your DNS")
        .value(framework.apiAddress())
        .build();
    CfnOutput.Builder.create(this, "AlarmTopic")
        .description("The topic of the alarms, to subscribe to")
        .value(observability.topicArn())
        .build();
    tellHowToReachTheHsc();
    ClusterApp.tag(this, plan, plan.deployment().owner());
  }

  /**
   * Exports the address of the HSC for workers that are deployed elsewhere, with the roles of
   * {@code hscEntrance.principals}.
   */
  private void tellHowToReachTheHsc() {
    CfnOutput.Builder.create(this, "HscUri")
        .description("Where workers reach the HSC: ATF_HSC_URI")
        .value(framework.hscAccess().uri())
        .build();
    CfnOutput.Builder.create(this, "HscCallers")
        .description("The security group whose members reach the HSC")
        .value(framework.hscAccess().callers().getSecurityGroupId())
        .build();
  }

  TaskFramework framework() {
    return framework;
  }
}
