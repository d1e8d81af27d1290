package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.infra.Intrinsics;
import dev.atf.infra.NeedsNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Tests of the rights on the bucket that keeps the contents of resources. */
@NeedsNode
final class BlobBucketTest {
  @Test
  void frontendAloneMayUseTheBucketThatItsSettingNames() {
    var synthesis =
        Synthesis.ofProductionWith(
            "  frontend:\n    express:",
            "  frontend:\n    blobs: s3://acme-files/atf\n    express:");

    var policies =
        synthesis.resources("AWS::IAM::ManagedPolicy").stream()
            .filter(policy -> policy.toString().contains("acme-files"))
            .toList();

    assertThat(policies).hasSize(1);
    var statements = policies.get(0).at("/Properties/PolicyDocument/Statement");
    assertThat(actions(statements.get(0)))
        .containsExactlyInAnyOrder(
            "s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:PutObject");
    assertThat(resource(statements.get(0))).endsWith("acme-files/atf/*");
    assertThat(actions(statements.get(1)))
        .containsExactlyInAnyOrder("s3:ListBucket", "s3:ListBucketMultipartUploads");
    assertThat(resource(statements.get(1))).endsWith("acme-files");
    assertThat(policies.get(0).at("/Properties/Roles/0/Ref").asText().toLowerCase(Locale.ROOT))
        .contains("frontend");
  }

  @Test
  void theBucketsOwnKeyMayBeUsed() {
    var key = "arn:aws:kms:eu-central-1:111122223333:key/1234";
    var synthesis =
        Synthesis.ofProductionWith(
            Map.of(
                "  frontend:\n    express:",
                "  frontend:\n    blobs: s3://acme-files/atf\n    express:",
                "  owner: platform",
                "  owner: platform\n  blobsKeyArn: " + key));

    assertThat(synthesis.resources("AWS::IAM::ManagedPolicy"))
        .filteredOn(policy -> policy.toString().contains("acme-files"))
        .singleElement()
        .satisfies(
            policy -> {
              var statement = policy.at("/Properties/PolicyDocument/Statement/2");
              assertThat(actions(statement))
                  .containsExactlyInAnyOrder("kms:Decrypt", "kms:GenerateDataKey");
              assertThat(resource(statement)).isEqualTo(key);
            });
  }

  @Test
  void clusterWithoutBlobsHasNoRightsOnS3() {
    assertThat(Synthesis.production().resources("AWS::IAM::ManagedPolicy"))
        .noneMatch(policy -> policy.toString().contains("s3:"));
  }

  private static List<String> actions(JsonNode statement) {
    var action = statement.path("Action");
    return action.isTextual()
        ? List.of(action.asText())
        : StreamSupport.stream(action.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static String resource(JsonNode statement) {
    return Intrinsics.text(statement.path("Resource"));
  }
}
