package dev.atf.queue.sqs;

import dev.atf.queue.QueueName;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Addresses of queues. Each is requested once, and again after its queue was missing. */
@Singleton
final class SqsQueueUrls {
  private final SqsClient sqs;
  private final SqsQueueNames names;
  private final Map<QueueName, String> known = new ConcurrentHashMap<>();

  @Inject
  SqsQueueUrls(SqsClient sqs, SqsQueueNames names) {
    this.sqs = sqs;
    this.names = names;
  }

  /**
   * Returns the address of a queue.
   *
   * @throws QueueDoesNotExistException if the queue does not exist
   */
  String of(QueueName queue) {
    var url = known.get(queue);
    if (url == null) {
      url = sqs.getQueueUrl(request -> request.queueName(names.of(queue))).queueUrl();
      known.put(queue, url);
    }
    return url;
  }

  void remember(QueueName queue, String url) {
    known.put(queue, url);
  }

  void forget(QueueName queue) {
    known.remove(queue);
  }

  /**
   * Records a failed call. The address of a missing queue is requested again, because the queue may
   * be created again elsewhere. An interruption, which the SDK clears, is restored for the thread's
   * owner.
   */
  void seen(QueueName queue, SdkException failure) {
    if (failure instanceof QueueDoesNotExistException) {
      known.remove(queue);
    }
    if (failure instanceof AbortedException) {
      Thread.currentThread().interrupt();
    }
  }
}
