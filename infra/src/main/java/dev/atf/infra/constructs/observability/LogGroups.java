package dev.atf.infra.constructs.observability;

import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * Creates the log groups of a cluster. They are deleted with their stack: their names are fixed,
 * and a remaining group would prevent the stack from being created again.
 */
public final class LogGroups {
  private LogGroups() {}

  /**
   * Creates a log group.
   *
   * @param retentionDays one of the numbers that CloudWatch Logs accepts
   */
  public static LogGroup in(Construct scope, String id, String name, int retentionDays) {
    var group =
        LogGroup.Builder.create(scope, id)
            .logGroupName(name)
            .removalPolicy(RemovalPolicy.DESTROY)
            .build();
    ((CfnLogGroup) group.getNode().getDefaultChild()).setRetentionInDays(retentionDays);
    return group;
  }
}
