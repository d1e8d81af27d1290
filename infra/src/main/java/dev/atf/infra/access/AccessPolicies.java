package dev.atf.infra.access;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.IRole;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.constructs.Construct;

/**
 * Grants roles the rights of their components. A policy has one statement for each table, and names
 * every resource.
 */
public final class AccessPolicies {
  /**
   * Maximum number of queues in one policy. A managed policy has at most 6,144 characters, and the
   * ARN of a queue has up to 180 in a template:
   * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
   */
  private static final int QUEUES_OF_POLICY_MAX = 30;

  /**
   * Maximum number of queue patterns of one role. A role has ten policies, and two of them are for
   * other rights.
   */
  public static final int QUEUES_OF_ROLE_MAX = 8 * QUEUES_OF_POLICY_MAX;

  /** Prefix of the ids of the policies about queues, within their scope. */
  public static final String QUEUES = "Queues";

  /** Id of the policy about the administration of queues. */
  public static final String ADMINISTRATION = "QueueAdministration";

  /** Id of the policy about tables, within its scope. */
  public static final String TABLES = "Tables";

  /** Id of the policy about the contents of resources. */
  public static final String BLOBS = "Blobs";

  private AccessPolicies() {}

  /**
   * Grants a role the rights of a component.
   *
   * @param queuePatterns patterns of the names of the queues that the component may use; empty if
   *     it uses none
   */
  public static void grant(
      Construct scope,
      IRole role,
      ComponentAccess access,
      String tablePrefix,
      List<String> queuePatterns) {
    var arns = new ClusterArns(Stack.of(scope), tablePrefix);
    var tables = new ArrayList<PolicyStatement>();
    for (var use : access.tables()) {
      tables.add(statement("dynamodb", use.operations(), arns.tables(use)));
    }
    if (!tables.isEmpty()) {
      policy(scope, TABLES, role, tables);
    }
    if (!access.queues().isEmpty()) {
      for (int from = 0; from < queuePatterns.size(); from += QUEUES_OF_POLICY_MAX) {
        var some =
            queuePatterns.subList(
                from, Math.min(queuePatterns.size(), from + QUEUES_OF_POLICY_MAX));
        policy(
            scope,
            QUEUES + from / QUEUES_OF_POLICY_MAX,
            role,
            List.of(statement("sqs", access.queues(), arns.queues(some))));
      }
    }
  }

  /** Grants the rights to create and delete queues, which registrations need. */
  public static void grantQueueAdministration(
      Construct scope, IRole role, List<String> queuePatterns) {
    var arns = new ClusterArns(Stack.of(scope), "");
    policy(
        scope,
        ADMINISTRATION,
        role,
        List.of(
            statement("sqs", ComponentAccess.QUEUE_ADMINISTRATION, arns.queues(queuePatterns))));
  }

  /** Grants the right to send copies of unreadable messages to the queue of unusable messages. */
  public static void grantCopies(Construct scope, IRole role, String unusable) {
    var arns = new ClusterArns(Stack.of(scope), "");
    policy(
        scope,
        "Copies",
        role,
        List.of(statement("sqs", ComponentAccess.UNUSABLE, arns.queues(List.of(unusable)))));
  }

  /**
   * Grants the rights to store, read and sweep the contents of resources in a bucket that its owner
   * has created.
   *
   * @param keyArn encryption key of the bucket; empty if the key needs no rights
   */
  public static void grantBlobs(Construct scope, IRole role, BlobBucket bucket, String keyArn) {
    var stack = Stack.of(scope);
    var statements = new ArrayList<PolicyStatement>();
    statements.add(statement("s3", BlobBucket.ON_OBJECTS, List.of(bucket.objects(stack))));
    statements.add(statement("s3", BlobBucket.ON_THE_BUCKET, List.of(bucket.arn(stack))));
    if (!keyArn.isEmpty()) {
      statements.add(statement("kms", BlobBucket.ON_ITS_KEY, List.of(keyArn)));
    }
    policy(scope, BLOBS, role, statements);
  }

  private static void policy(
      Construct scope, String id, IRole role, List<PolicyStatement> statements) {
    ManagedPolicy.Builder.create(scope, id).roles(List.of(role)).statements(statements).build();
  }

  private static PolicyStatement statement(
      String service, List<String> operations, List<String> resources) {
    return PolicyStatement.Builder.create()
        .actions(operations.stream().map(operation -> service + ":" + operation).toList())
        .resources(resources)
        .build();
  }
}
