package dev.atf.queue.sqs;

import dev.atf.queue.QueueMissingException;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Receives references from SQS by long polls. */
final class SqsTaskReceiver implements TaskReceiver {
  private static final Logger log = LoggerFactory.getLogger(SqsTaskReceiver.class);

  private final SqsClient sqs;
  private final SqsQueueUrls urls;
  private final SqsReceipts receipts;
  private final SqsUnreadable copies;
  private final SqsCallTimes times;
  private final Counter unreadable;

  @Inject
  SqsTaskReceiver(
      SqsClient sqs,
      SqsQueueUrls urls,
      SqsReceipts receipts,
      SqsUnreadable copies,
      SqsCallTimes times,
      MeterRegistry metrics) {
    this.times = times;
    this.sqs = sqs;
    this.urls = urls;
    this.receipts = receipts;
    this.copies = copies;
    this.unreadable = metrics.counter("atf.queue.unreadable");
  }

  @Override
  public List<ReceivedTask> receive(QueueName queue, int max, Duration wait, Duration visibility) {
    try {
      var url = urls.of(queue);
      var reply =
          sqs.receiveMessage(
              request ->
                  request
                      .queueUrl(url)
                      .maxNumberOfMessages(max)
                      .waitTimeSeconds(SqsCallTimes.seconds(wait))
                      .visibilityTimeout(SqsCallTimes.seconds(visibility))
                      .overrideConfiguration(times.ofReceive(wait)));
      return readable(queue, reply.messages());
    } catch (AbortedException e) {
      urls.seen(queue, e);
      return List.of();
    } catch (QueueDoesNotExistException e) {
      urls.seen(queue, e);
      throw new QueueMissingException("queue=" + queue + " does not exist", e);
    } catch (SdkException e) {
      urls.seen(queue, e);
      throw new QueueUnavailableException("queue=" + queue + " cannot be received from", e);
    }
  }

  @Override
  public void delete(QueueName queue, Collection<ReceivedTask> messages) {
    receipts.delete(queue, messages.stream().map(ReceivedTask::receipt).toList());
  }

  @Override
  public void release(QueueName queue, Collection<ReceivedTask> messages, Duration delay) {
    receipts.release(queue, messages.stream().map(ReceivedTask::receipt).toList(), delay);
  }

  private List<ReceivedTask> readable(QueueName queue, List<Message> messages) {
    var read = new ArrayList<ReceivedTask>();
    var refused = new ArrayList<Message>();
    for (var message : messages) {
      TaskRefCodec.read(message.body())
          .ifPresentOrElse(
              ref -> read.add(new ReceivedTask(ref, message.receiptHandle())),
              () -> {
                // Without the body: any sender could write any text into the log.
                log.error(
                    "queue={} messageId={} cannot be read, moving it to the unusable ones",
                    queue,
                    message.messageId());
                refused.add(message);
              });
    }
    if (!refused.isEmpty()) {
      unreadable.increment(refused.size());
      copies.keep(queue, refused);
      receipts.delete(queue, refused.stream().map(Message::receiptHandle).toList());
    }
    return read;
  }
}
