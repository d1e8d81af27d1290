package dev.atf.infra.constructs.service;

import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/**
 * Role of the hosts of one worker cluster. Its name follows from the plan, so that the HSC's policy
 * can name it without a dependency between stacks.
 */
public final class WorkerRole {
  /**
   * Maximum length of a role's name in IAM:
   * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
   */
  private static final int NAME_CHARS_MAX = 64;

  /** Maximum length of a region's name. All regions have shorter names today. */
  private static final int REGION_CHARS_MAX = 16;

  /** Maximum total length of the names of a cluster and a worker cluster. */
  public static final int NAMES_CHARS_MAX = NAME_CHARS_MAX - REGION_CHARS_MAX - 2;

  private WorkerRole() {}

  public static Role in(Construct scope, String cluster, String workers) {
    return Role.Builder.create(scope, "Role")
        .roleName(name(cluster, workers))
        .assumedBy(new ServicePrincipal("ecs-tasks.amazonaws.com"))
        .build();
  }

  /** Returns the name that the caller has with {@code server.auth.mode: AWS}. */
  static String arn(String cluster, String workers) {
    return "arn:" + Aws.PARTITION + ":iam::" + Aws.ACCOUNT_ID + ":role/" + name(cluster, workers);
  }

  /**
   * Returns the name of the role. It contains the region, because roles are global. No part
   * contains a {@code _}.
   */
  private static String name(String cluster, String workers) {
    return cluster + "_" + workers + "_" + Aws.REGION;
  }
}
