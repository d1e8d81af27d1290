package dev.atf.queue.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskQueueContract;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

final class SqsTaskQueueTest extends TaskQueueContract {
  private static final MeterRegistry metrics = new SimpleMeterRegistry();
  private static final SqsParts parts = parts(metrics);

  private static SqsParts parts(MeterRegistry registry) {
    return DaggerSqsParts.factory().create(PatientSqs.at(ElasticMq.endpoint()), registry);
  }

  @Override
  protected TaskSender sender() {
    return parts.sender();
  }

  @Override
  protected TaskReceiver receiver() {
    return parts.receiver();
  }

  @Override
  protected QueueAdmin admin() {
    return parts.admin();
  }

  @Test
  @Tag("F23")
  void unreadableMessagesAreDeletedAndCountedAndKeptAsCopies() {
    var queue = newQueue();
    double before = metrics.counter("atf.queue.unreadable").count();
    var bodies = List.of("hello", "{\"t\":\"x\",\"e\":1}", "x".repeat(4_095) + "\uD83D\uDE00");
    for (var body : bodies) {
      parts.client().sendMessage(m -> m.queueUrl(parts.urls().of(queue)).messageBody(body));
    }
    var refs = refs(1);
    push(queue, refs);

    var received = receiveAll(queue, 1);

    assertThat(received).extracting(ReceivedTask::ref).containsExactlyElementsOf(refs);
    assertThat(metrics.counter("atf.queue.unreadable").count() - before).isEqualTo(3);
    assertThat(held(queue)).isEqualTo(1);
    assertThat(copiesOf(queue, 3))
        .extracting(Message::body)
        .containsExactlyInAnyOrder(bodies.get(0), bodies.get(1), "x".repeat(4_095));
  }

  /** Returns the copies of a queue's messages, once there are so many. */
  private List<Message> copiesOf(QueueName queue, int count) {
    var unusable = parts.names().unusable();
    var url = parts.client().getQueueUrl(request -> request.queueName(unusable)).queueUrl();
    var found = new ArrayList<Message>();
    await()
        .untilAsserted(
            () -> {
              parts
                  .client()
                  .receiveMessage(
                      request ->
                          request
                              .queueUrl(url)
                              .maxNumberOfMessages(10)
                              .visibilityTimeout(600)
                              .messageAttributeNames("All"))
                  .messages()
                  .stream()
                  .filter(copy -> isOf(queue, copy))
                  .forEach(found::add);
              assertThat(found).hasSize(count);
            });
    return found;
  }

  private static boolean isOf(QueueName queue, Message copy) {
    var name = copy.messageAttributes().get("queue");
    return name != null && name.stringValue().equals(parts.names().of(queue));
  }

  @Test
  @Tag("F10")
  void aQueueThatWasDeletedAndMadeAgainIsFoundAgain() {
    var queue = newQueue();
    push(queue, refs(1));
    parts.client().deleteQueue(q -> q.queueUrl(parts.urls().of(queue)));

    var refused = push(queue, refs(1));
    admin().ensure(queue);

    assertThat(refused).hasSize(1);
    assertThat(push(queue, refs(1))).isEmpty();
  }

  @Test
  void everyRequestIsCountedByItsOperation() {
    var requests = new SimpleMeterRegistry();

    parts(requests).sender().push(newQueue(), refs(23).stream().map(TaskMessage::of).toList());

    assertThat(requests.counter("atf.sqs.requests", "operation", "SendMessageBatch").count())
        .isEqualTo(3);
  }

  /** Messages in sight and out of it. */
  private static int held(QueueName queue) {
    var attributes =
        parts
            .client()
            .getQueueAttributes(
                q ->
                    q.queueUrl(parts.urls().of(queue))
                        .attributeNames(
                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
            .attributes();
    return attributes.values().stream().mapToInt(Integer::parseInt).sum();
  }
}
