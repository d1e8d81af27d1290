package dev.atf.queue.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.queue.QueueName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.CreateQueueRequest;
import software.amazon.awssdk.services.sqs.model.CreateQueueResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Tests that queues that a frontend creates have the same settings as those of a deployment. */
final class SqsQueueAdminTest {
  private static final QueueName QUEUE =
      new QueueName(new LambdaName("resize"), new Priority("normal"));

  private final Map<String, Map<QueueAttributeName, String>> made = new LinkedHashMap<>();
  private final Map<String, String> tags = new LinkedHashMap<>();

  @Test
  void aQueueOnAwsIsEncryptedAndAsksForTlsAndMovesAwayWhatNobodyCanUse() {
    admin(new SqsConfig("", "eu-central-1", "orders")).ensure(QUEUE);

    assertThat(made).containsOnlyKeys("orders_unusable", "orders_resize_normal");
    made.values()
        .forEach(
            attributes -> {
              assertThat(attributes)
                  .containsEntry(QueueAttributeName.SQS_MANAGED_SSE_ENABLED, "true")
                  .containsEntry(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "1209600");
              assertThat(attributes.get(QueueAttributeName.POLICY))
                  .contains("\"Effect\":\"Deny\"", "\"aws:SecureTransport\":\"false\"");
            });
    assertThat(made.get("orders_resize_normal"))
        .containsEntry(
            QueueAttributeName.REDRIVE_POLICY,
            "{\"deadLetterTargetArn\":\"arn:orders_unusable\",\"maxReceiveCount\":1000}")
        .containsEntry(QueueAttributeName.VISIBILITY_TIMEOUT, "30");
    assertThat(tags).isEqualTo(Map.of("atf:cluster", "orders", "atf:lambda", "resize"));
  }

  @Test
  void aQueueOfAnEmulatorMovesAwayWhatNobodyCanUse() {
    admin(new SqsConfig("http://127.0.0.1:9324", "", "orders")).ensure(QUEUE);

    assertThat(made.get("orders_resize_normal"))
        .containsKey(QueueAttributeName.REDRIVE_POLICY)
        .doesNotContainKeys(QueueAttributeName.POLICY, QueueAttributeName.SQS_MANAGED_SSE_ENABLED);
    assertThat(tags).isEmpty();
  }

  private SqsQueueAdmin admin(SqsConfig config) {
    var sqs = new RecordingSqs();
    var names = new SqsQueueNames(config);
    return new SqsQueueAdmin(config, sqs, names, new SqsQueueUrls(sqs, names));
  }

  /** Makes queues whose address is their name. */
  private final class RecordingSqs implements SqsClient {
    @Override
    public CreateQueueResponse createQueue(CreateQueueRequest request) {
      made.put(request.queueName(), request.attributes());
      tags.putAll(request.tags());
      return CreateQueueResponse.builder().queueUrl(request.queueName()).build();
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
      return GetQueueAttributesResponse.builder()
          .attributes(Map.of(QueueAttributeName.QUEUE_ARN, "arn:" + request.queueUrl()))
          .build();
    }

    @Override
    public String serviceName() {
      return "sqs";
    }

    @Override
    public void close() {}
  }
}
