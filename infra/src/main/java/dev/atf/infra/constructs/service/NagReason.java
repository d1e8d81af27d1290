package dev.atf.infra.constructs.service;

import io.github.cdklabs.cdknag.NagPackSuppression;
import io.github.cdklabs.cdknag.NagSuppressions;
import java.util.List;
import software.constructs.IConstruct;

/**
 * Reason why a finding of cdk-nag is accepted for one construct. Any other finding stops the
 * synthesis.
 */
public enum NagReason {
  REGISTRY_LOGIN(
      "AwsSolutions-IAM5",
      "ecr:GetAuthorizationToken does not support resource-level permissions. ECS uses this role"
          + " to start the containers, and no container has it."),
  HOST_AGENT(
      "AwsSolutions-IAM5",
      "Permissions of the ECS agent on a machine, as the CDK defines them: registration and"
          + " polling do not support resource-level permissions. Containers cannot use this role"
          + " (hop limit 1, tasks with their own network)."),
  TASKS_OF_THE_CLUSTER(
      "AwsSolutions-IAM5",
      "ecs:UpdateTaskProtection of a task for itself. The name of a task is not known before its"
          + " start. The wildcard covers only the tasks of this ECS cluster, which runs only"
          + " these workers."),
  STREAM_OF_ONE_TABLE(
      "AwsSolutions-IAM5",
      "The stream of one table. Its name is the time at which it was enabled, and is not known"
          + " before. The wildcard covers only the streams of this table, of which one is active"
          + " at a time."),
  QUEUES_OF_THE_CLUSTER(
      "AwsSolutions-IAM5",
      "The queues of one cluster, or of one of its lambdas. They are created at registrations,"
          + " and a policy cannot list thousands of names. Names of clusters and lambdas contain"
          + " no underscore, so the wildcard matches no other queue."),
  BLOBS_OF_THE_CLUSTER(
      "AwsSolutions-IAM5",
      "The contents of resources in one bucket, below the prefix in the setting `blobs`. The name"
          + " of each object is its digest, which is not known before."),
  UNUSABLE_OF_REGISTERED_QUEUES(
      "AwsSolutions-SQS3",
      "This queue is a dead-letter queue itself. Frontends create its source queues at"
          + " registrations, so no template contains them."),
  SETTINGS_IN_ENVIRONMENT(
      "AwsSolutions-ECS2",
      "The variables are settings of services and contain no secrets. Credentials come from the"
          + " role of the task."),
  STREAMS_ARE_NOT_LOGGED(
      "AwsSolutions-ELB2",
      "A network load balancer can log only TLS handshakes, not calls. The services count the"
          + " calls, and the flow logs of the VPC contain the connections."),
  MACHINES_FOLLOW_ECS(
      "AwsSolutions-AS3",
      "Machines are added and removed with the tasks that ECS places. The alarms watch the work"
          + " of the tasks.");

  private final String rule;
  private final String reason;

  NagReason(String rule, String reason) {
    this.rule = rule;
    this.reason = reason;
  }

  /** Adds the reason to a construct and its children. */
  public void on(IConstruct construct) {
    NagSuppressions.addResourceSuppressions(
        construct, List.of(NagPackSuppression.builder().id(rule).reason(reason).build()), true);
  }
}
