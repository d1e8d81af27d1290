package dev.atf.queue.sqs;

import dev.atf.queue.QueueName;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;

/**
 * Ends deliveries, by deletion or by release. A failure is only counted: the message comes back by
 * its visibility, and its claim decides its worth.
 */
final class SqsReceipts {
  private static final Logger log = LoggerFactory.getLogger(SqsReceipts.class);

  private final SqsClient sqs;
  private final SqsQueueUrls urls;
  private final MeterRegistry metrics;

  @Inject
  SqsReceipts(SqsClient sqs, SqsQueueUrls urls, MeterRegistry metrics) {
    this.sqs = sqs;
    this.urls = urls;
    this.metrics = metrics;
  }

  void delete(QueueName queue, Collection<String> receipts) {
    inTens("atf.queue.undeleted", queue, receipts, this::deleteBatch);
  }

  void release(QueueName queue, Collection<String> receipts, Duration delay) {
    int seconds = SqsCallTimes.seconds(delay);
    inTens(
        "atf.queue.unreleased", queue, receipts, (url, batch) -> releaseBatch(url, batch, seconds));
  }

  private void inTens(
      String failures, QueueName queue, Collection<String> receipts, BatchCall call) {
    for (var batch : Tens.of(receipts)) {
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

  /** Sends one batch request; returns the entries that were refused. */
  private interface BatchCall {
    List<BatchResultErrorEntry> send(String queueUrl, List<String> receipts);
  }
}
