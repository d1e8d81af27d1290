package dev.atf.queue.sqs;

import dev.atf.queue.QueueMissingException;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Receives references from SQS by long polls, and deletes or releases them.
 *
 * <p>A failed deletion or release is only counted, because the message becomes visible again, and
 * its claim decides whether it is stale. An unreadable message is deleted, and a copy of it is sent
 * to the queue of unusable messages, where an operator can find its sender.
 */
@Singleton
final class SqsTaskReceiver implements TaskReceiver {
  private static final Logger log = LoggerFactory.getLogger(SqsTaskReceiver.class);

  /** Length of a copied body, which is enough to recognize its sender. */
  private static final int BODY_CHARS_MAX = 4_096;

  private final SqsClient sqs;
  private final SqsQueueUrls urls;
  private final SqsQueueNames names;
  private final SqsClientConfig client;
  private final MeterRegistry metrics;
  private final Counter unreadable;
  private volatile Optional<String> unusableUrl = Optional.empty();

  @Inject
  SqsTaskReceiver(
      SqsConfig config,
      SqsClient sqs,
      SqsQueueUrls urls,
      SqsQueueNames names,
      MeterRegistry metrics) {
    this.client = config.client();
    this.sqs = sqs;
    this.urls = urls;
    this.names = names;
    this.metrics = metrics;
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
                      .waitTimeSeconds(seconds(wait))
                      .visibilityTimeout(seconds(visibility))
                      .overrideConfiguration(timeLimits(wait)));
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

  /**
   * Returns the time limits of a receive. It may wait for the requested time, and then take as long
   * as any other call.
   */
  private AwsRequestOverrideConfiguration timeLimits(Duration wait) {
    return AwsRequestOverrideConfiguration.builder()
        .apiCallAttemptTimeout(wait.plus(client.tryTimeout()))
        .apiCallTimeout(wait.plus(client.callTimeout()))
        .build();
  }

  /** Returns whole seconds, rounded up, because SQS only accepts these. */
  private static int seconds(Duration duration) {
    return Math.toIntExact(duration.plusSeconds(1).minusNanos(1).toSeconds());
  }

  private List<ReceivedTask> readable(QueueName queue, List<Message> messages) {
    var read = new ArrayList<ReceivedTask>();
    var others = new ArrayList<Message>();
    for (var message : messages) {
      TaskRefCodec.read(message.body())
          .ifPresentOrElse(
              ref -> read.add(new ReceivedTask(ref, message.receiptHandle())),
              () -> {
                // The body is not logged, because any sender could write any text into the log.
                log.error(
                    "queue={} messageId={} cannot be read, moving it to the unusable ones",
                    queue,
                    message.messageId());
                others.add(message);
              });
    }
    if (!others.isEmpty()) {
      unreadable.increment(others.size());
      copyToUnusable(queue, others);
      deleteAll(queue, others.stream().map(Message::receiptHandle).toList());
    }
    return read;
  }

  /** Copies messages of one receive, with the name of their queue and their own ids. */
  private void copyToUnusable(QueueName queue, List<Message> messages) {
    var entries = new ArrayList<SendMessageBatchRequestEntry>();
    for (var message : messages) {
      entries.add(
          SendMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .messageBody(start(message.body()))
              .messageAttributes(
                  Map.of("queue", text(names.of(queue)), "messageId", text(message.messageId())))
              .build());
    }
    try {
      var to = unusableUrl.isPresent() ? unusableUrl.get() : findUnusable();
      var reply = sqs.sendMessageBatch(request -> request.queueUrl(to).entries(entries));
      if (reply.hasFailed()) {
        log.warn(
            "queue={} copies={} not kept in {}, code={}",
            queue,
            reply.failed().size(),
            names.unusable(),
            reply.failed().get(0).code());
      }
    } catch (AbortedException e) {
      Thread.currentThread().interrupt();
    } catch (SdkException e) {
      unusableUrl = Optional.empty();
      log.warn("queue={} copies={} not kept in {}", queue, entries.size(), names.unusable(), e);
    }
  }

  private String findUnusable() {
    var found = sqs.getQueueUrl(request -> request.queueName(names.unusable())).queueUrl();
    unusableUrl = Optional.of(found);
    return found;
  }

  /** Returns the first characters, without half of a pair of surrogates. */
  private static String start(String body) {
    if (body.length() <= BODY_CHARS_MAX) {
      return body;
    }
    boolean splits = Character.isHighSurrogate(body.charAt(BODY_CHARS_MAX - 1));
    return body.substring(0, splits ? BODY_CHARS_MAX - 1 : BODY_CHARS_MAX);
  }

  private static MessageAttributeValue text(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }

  @Override
  public void delete(QueueName queue, Collection<ReceivedTask> messages) {
    deleteAll(queue, messages.stream().map(ReceivedTask::receipt).toList());
  }

  private void deleteAll(QueueName queue, List<String> receipts) {
    inBatches("atf.queue.undeleted", queue, receipts, this::deleteBatch);
  }

  @Override
  public void release(QueueName queue, Collection<ReceivedTask> messages, Duration delay) {
    int seconds = seconds(delay);
    inBatches(
        "atf.queue.unreleased",
        queue,
        messages.stream().map(ReceivedTask::receipt).toList(),
        (url, batch) -> releaseBatch(url, batch, seconds));
  }

  /** Sends one batch request. Returns the entries that were refused. */
  private interface BatchCall {
    List<BatchResultErrorEntry> send(String queueUrl, List<String> receipts);
  }

  /**
   * Runs a request for each batch.
   *
   * @param failures name of the counter of entries that failed
   */
  private void inBatches(String failures, QueueName queue, List<String> receipts, BatchCall call) {
    for (var batch : Batches.of(receipts)) {
      try {
        var refused = call.send(urls.of(queue), batch);
        if (!refused.isEmpty()) {
          metrics.counter(failures).increment(refused.size());
          log.warn(
              "queue={} metric={} refused {} of {}, code={}",
              queue,
              failures,
              refused.size(),
              batch.size(),
              refused.get(0).code());
        }
      } catch (SdkException e) {
        urls.seen(queue, e);
        metrics.counter(failures).increment(batch.size());
        log.warn("queue={} metric={} did not take a batch of {}", queue, failures, batch.size(), e);
      }
    }
  }

  private List<BatchResultErrorEntry> deleteBatch(String url, List<String> receipts) {
    var entries = new ArrayList<DeleteMessageBatchRequestEntry>();
    for (var receipt : receipts) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(receipt)
              .build());
    }
    return sqs.deleteMessageBatch(request -> request.queueUrl(url).entries(entries)).failed();
  }

  private List<BatchResultErrorEntry> releaseBatch(String url, List<String> receipts, int seconds) {
    var entries = new ArrayList<ChangeMessageVisibilityBatchRequestEntry>();
    for (var receipt : receipts) {
      entries.add(
          ChangeMessageVisibilityBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(receipt)
              .visibilityTimeout(seconds)
              .build());
    }
    return sqs.changeMessageVisibilityBatch(request -> request.queueUrl(url).entries(entries))
        .failed();
  }
}
