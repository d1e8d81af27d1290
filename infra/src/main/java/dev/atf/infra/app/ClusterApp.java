package dev.atf.infra.app;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Tags;

/** CDK app with one cluster, checked by cdk-nag. */
final class ClusterApp {
  /** Flags that select the current behaviour of the CDK. */
  private static final Map<String, Object> FLAGS =
      Map.of(
          "@aws-cdk/aws-autoscaling:generateLaunchTemplateInsteadOfLaunchConfig", true,
          "@aws-cdk/aws-ec2:restrictDefaultSecurityGroup", true,
          "@aws-cdk/aws-ecs:arnFormatIncludesClusterName", true,
          "@aws-cdk/aws-ecs:reduceEc2FargateCloudWatchPermissions", true,
          "@aws-cdk/aws-iam:minimizePolicies", true,
          "@aws-cdk/core:checkSecretUsage", true,
          // A stack cannot remove values that another one uses.
          "@aws-cdk/core:defaultCrossStackReferences", "strong",
          "@aws-cdk/core:enablePartitionLiterals", true,
          // TemplateQuotas counts them.
          "@aws-cdk/core:stackResourceLimit", 0);

  private ClusterApp() {}

  static App create() {
    var app = App.Builder.create().context(FLAGS).analyticsReporting(false).build();
    Aspects.of(app).add(AwsSolutionsChecks.Builder.create().build());
    return app;
  }

  /** Tags the resources of a stack for cost reports, and for an account's own backup plans. */
  static void tag(Stack stack, ClusterPlan plan, String owner) {
    Tags.of(stack).add("atf:cluster", plan.cluster());
    Tags.of(stack).add("atf:owner", owner);
  }

  /** Returns all stacks of a cluster, in the order in which they are deployed. */
  static List<Stack> stacks(App app, ClusterPlan plan) {
    var stateful = new StatefulStack(app, plan);
    var stateless = new StatelessStack(app, plan);
    // Services without tables would start and fail.
    stateless.addStackDependency(stateful);
    var stacks = new ArrayList<Stack>(List.of(stateful, stateless));
    for (var workers : plan.deployment().workers()) {
      stacks.add(new WorkerStack(app, plan, workers, stateless.framework()));
    }
    return stacks;
  }
}
