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
      "ecr:GetAuthorizationToken knows no resource; the role is that with which ECS starts the"
          + " containers, and no container has it."),
  HOST_AGENT(
      "AwsSolutions-IAM5",
      "What the agent of ECS on a machine calls, as the CDK gives it: registration and polling know"
          + " no resource. Containers do not reach this role (hop limit 1, tasks with a network of"
          + " their own)."),
  TASKS_OF_THE_CLUSTER(
      "AwsSolutions-IAM5",
      "ecs:UpdateTaskProtection of a task by itself: its name is drawn when it starts. The star is"
          + " for the tasks of this one cluster, which runs these workers alone."),
  STREAM_OF_ONE_TABLE(
      "AwsSolutions-IAM5",
      "The stream of one table: its name is the time at which it was turned on, which is known only"
          + " then. The star is for the streams of this table, of which one is live at a time."),
  QUEUES_OF_THE_CLUSTER(
      "AwsSolutions-IAM5",
      "The queues of one cluster, or of one lambda of it: they come with registrations, and a policy"
          + " has no place for thousands of names. A cluster's and a lambda's name have no underscore,"
          + " so the star fits no queue of another."),
  BLOBS_OF_THE_CLUSTER(
      "AwsSolutions-IAM5",
      "The contents of resources in one bucket, below the prefix that the setting `blobs` names: each"
          + " is named by its digest, which is known when it comes."),
  UNUSABLE_OF_REGISTERED_QUEUES(
      "AwsSolutions-SQS3",
      "The dead-letter queue itself: of the queues that frontends make at registrations, which no"
          + " template shows."),
  SETTINGS_IN_ENVIRONMENT(
      "AwsSolutions-ECS2",
      "The variables are settings of services, none of them secret; credentials come from the"
          + " task's role."),
  STREAMS_ARE_NOT_LOGGED(
      "AwsSolutions-ELB2",
      "A network load balancer logs TLS handshakes at most, and nothing of what passes. Calls are"
          + " counted by the services, connections are in the VPC's flow logs."),
  MACHINES_FOLLOW_ECS(
      "AwsSolutions-AS3",
      "Machines come and go with the tasks that ECS places; the alarms are on the tasks' work.");

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
