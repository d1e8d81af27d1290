package dev.atf.infra.constructs.store;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.iam.AnyPrincipal;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kms.Key;
import software.constructs.Construct;

/**
 * Encryption key of the tables. Every principal with rights on a table may use it, but only through
 * DynamoDB, so that services need no rights on keys.
 */
final class StoreKey {
  /** Operations that DynamoDB performs with the key of a table on behalf of its caller. */
  private static final List<String> BY_WAY_OF_DYNAMODB =
      List.of(
          "kms:CreateGrant",
          "kms:Decrypt",
          "kms:DescribeKey",
          "kms:Encrypt",
          "kms:GenerateDataKey",
          "kms:GenerateDataKeyWithoutPlaintext",
          "kms:ReEncryptFrom",
          "kms:ReEncryptTo");

  private StoreKey() {}

  static Key in(Construct scope, boolean keepData) {
    var key =
        Key.Builder.create(scope, "Key")
            .description("Tables of an ATF cluster")
            .enableKeyRotation(true)
            .removalPolicy(keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY)
            .build();
    key.addToResourcePolicy(
        PolicyStatement.Builder.create()
            .sid("CallersOfDynamoDb")
            .actions(BY_WAY_OF_DYNAMODB)
            .principals(List.of(new AnyPrincipal()))
            // In the policy of a key: that key.
            .resources(List.of("*"))
            .conditions(
                Map.of(
                    "StringEquals",
                    Map.of(
                        "kms:CallerAccount",
                        Aws.ACCOUNT_ID,
                        "kms:ViaService",
                        "dynamodb." + Aws.REGION + "." + Aws.URL_SUFFIX)))
            .build());
    return key;
  }
}
