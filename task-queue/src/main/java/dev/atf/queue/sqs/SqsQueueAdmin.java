package dev.atf.queue.sqs;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import jakarta.inject.Inject;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.QueueNameExistsException;

/** Creates and deletes standard queues. One that exists keeps the attributes that it has. */
final class SqsQueueAdmin implements QueueAdmin {
  private final SqsClient sqs;
  private final SqsQueueNames names;
  private final SqsQueueUrls urls;

  @Inject
  SqsQueueAdmin(SqsClient sqs, SqsQueueNames names, SqsQueueUrls urls) {
    this.sqs = sqs;
    this.names = names;
    this.urls = urls;
  }

  @Override
  public void ensure(QueueName queue) {
    var retention = Long.toString(RETENTION.toSeconds());
    try {
      var made =
          sqs.createQueue(
              request ->
                  request
                      .queueName(names.of(queue))
                      .attributes(Map.of(QueueAttributeName.MESSAGE_RETENTION_PERIOD, retention)));
      urls.remember(queue, made.queueUrl());
    } catch (QueueNameExistsException e) {
      // It exists with other attributes, which whoever deploys it has chosen.
      return;
    } catch (SdkException e) {
      throw new QueueUnavailableException("queue=" + queue + " could not be created", e);
    }
  }

  @Override
  public void delete(QueueName queue) {
    try {
      sqs.deleteQueue(request -> request.queueUrl(urls.of(queue)));
      urls.forget(queue);
    } catch (QueueDoesNotExistException e) {
      urls.forget(queue);
    } catch (SdkException e) {
      throw new QueueUnavailableException("queue=" + queue + " could not be deleted", e);
    }
  }
}
