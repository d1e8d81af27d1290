package dev.atf.queue.sqs;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Pushes references to SQS in batches of ten, one batch after the other. */
final class SqsTaskSender implements TaskSender {
  private static final Logger log = LoggerFactory.getLogger(SqsTaskSender.class);

  private static final QueueAttributeName WAITING =
      QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
  private static final QueueAttributeName IN_FLIGHT =
      QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;

  private final SqsClient sqs;
  private final SqsQueueUrls urls;

  @Inject
  SqsTaskSender(SqsClient sqs, SqsQueueUrls urls) {
    this.sqs = sqs;
    this.urls = urls;
  }

  @Override
  public Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages) {
    var failed = new LinkedHashSet<TaskRef>();
    boolean answers = true;
    for (var batch : Batches.of(messages)) {
      if (!answers) {
        // It would fail as the one before did, after one more time-out.
        failed.addAll(TaskMessage.refs(batch));
        continue;
      }
      try {
        failed.addAll(pushBatch(queue, batch));
      } catch (SdkException e) {
        urls.seen(queue, e);
        log.warn("queue={} did not take a batch of {}", queue, batch.size(), e);
        failed.addAll(TaskMessage.refs(batch));
        answers = false;
      }
    }
    return failed;
  }

  private List<TaskRef> pushBatch(QueueName queue, List<TaskMessage> batch) {
    var entries = new ArrayList<SendMessageBatchRequestEntry>();
    for (int i = 0; i < batch.size(); i++) {
      entries.add(entry(i, batch.get(i)));
    }
    var url = urls.of(queue);
    var reply = sqs.sendMessageBatch(request -> request.queueUrl(url).entries(entries));
    for (var entry : reply.failed()) {
      var ref = batch.get(Integer.parseInt(entry.id())).ref();
      log.warn(
          "queue={} refused taskId={} epoch={} code={}",
          queue,
          ref.taskId(),
          ref.epoch(),
          entry.code());
    }
    return reply.failed().stream()
        .map(entry -> batch.get(Integer.parseInt(entry.id())).ref())
        .toList();
  }

  /**
   * Returns the entry of a message. Its message group makes the standard queue fair: SQS delivers
   * quiet groups first.
   */
  private static SendMessageBatchRequestEntry entry(int number, TaskMessage message) {
    var entry =
        SendMessageBatchRequestEntry.builder()
            .id(Integer.toString(number))
            .messageBody(TaskRefCodec.write(message.ref()));
    return message.group().isNone()
        ? entry.build()
        : entry.messageGroupId(message.group().toString()).build();
  }

  @Override
  public QueueDepth estimate(QueueName queue) {
    try {
      var url = urls.of(queue);
      var found =
          sqs.getQueueAttributes(
                  request -> request.queueUrl(url).attributeNames(WAITING, IN_FLIGHT))
              .attributes();
      return new QueueDepth(
          Integer.parseInt(found.get(WAITING)), Integer.parseInt(found.get(IN_FLIGHT)));
    } catch (SdkException e) {
      urls.seen(queue, e);
      throw new QueueUnavailableException("queue=" + queue + " does not report its depth", e);
    }
  }
}
