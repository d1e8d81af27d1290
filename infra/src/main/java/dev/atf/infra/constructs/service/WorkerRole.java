package dev.atf.infra.constructs.service;

import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/**
 * Role of the hosts of one worker cluster. Its name follows from the plan, so that the HSC's policy
 * names it without a dependency between stacks.
 */
public final class WorkerRole {
  /** Limit of IAM: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html. */
  private static final int NAME_CHARS_MAX = 64;

  /** Longer than the name of any region today. */
  private static final int REGION_CHARS_MAX = 16;

  /** Characters of a cluster's and a worker cluster's name together. */
  public static final int NAMES_CHARS_MAX = NAME_CHARS_MAX - REGION_CHARS_MAX - 2;

  private WorkerRole() {}

  public static Role in(Construct scope, String cluster, String workers) {
    return Role.Builder.create(scope, "Role")
        .roleName(name(cluster, workers))
        .assumedBy(new ServicePrincipal("ecs-tasks.amazonaws.com"))
        .build();
  }

  /** Returns the name of the caller with {@code server.auth.mode: AWS}. */
  static String arn(String cluster, String workers) {
    return "arn:" + Aws.PARTITION + ":iam::" + Aws.ACCOUNT_ID + ":role/" + name(cluster, workers);
  }

  /**
   * Returns the name of the role, with the region, since roles belong to none. No part contains a
   * {@code _}.
   */
  private static String name(String cluster, String workers) {
    return cluster + "_" + workers + "_" + Aws.REGION;
  }
}
