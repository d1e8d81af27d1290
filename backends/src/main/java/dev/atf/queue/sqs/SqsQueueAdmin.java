package dev.atf.queue.sqs;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.QueueNameExistsException;

/**
 * Creates and deletes standard queues, with the attributes that a deployment of {@code infra} gives
 * them. Attributes of existing queues are not changed.
 */
final class SqsQueueAdmin implements QueueAdmin {
  /**
   * Policy of a queue. Its resource is a star, which means the queue itself, as CloudFormation
   * writes it.
   */
  private static final String TLS_ONLY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"sqs:*",\
      "Resource":"*","Condition":{"Bool":{"aws:SecureTransport":"false"}}}]}""";

  private final SqsClient sqs;
  private final SqsQueueNames names;
  private final SqsQueueUrls urls;
  private final String prefix;
  private final boolean isAws;

  @Inject
  SqsQueueAdmin(SqsConfig config, SqsClient sqs, SqsQueueNames names, SqsQueueUrls urls) {
    this.prefix = config.queuePrefix();
    this.isAws = config.isAws();
    this.sqs = sqs;
    this.names = names;
    this.urls = urls;
  }

  @Override
  public void ensure(QueueName queue) {
    try {
      var attributes = new TreeMap<>(lasting());
      attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(VISIBILITY.toSeconds()));
      ensureUnusable()
          .ifPresent(
              arn ->
                  attributes.put(
                      QueueAttributeName.REDRIVE_POLICY,
                      "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":%d}"
                          .formatted(arn, RECEIVES_MAX)));
      var made =
          sqs.createQueue(
              request ->
                  request.queueName(names.of(queue)).attributes(attributes).tags(tags(queue)));
      urls.remember(queue, made.queueUrl());
    } catch (QueueNameExistsException e) {
      // It exists with other attributes, which its deployment has chosen.
      return;
    } catch (SdkException e) {
      throw new QueueUnavailableException("queue=" + queue + " could not be created", e);
    }
  }

  /** Returns the tags by which costs are distinguished. An emulator may not support tags. */
  private Map<String, String> tags(QueueName queue) {
    return isAws ? Map.of("atf:cluster", prefix, "atf:lambda", queue.lambda().value()) : Map.of();
  }

  /**
   * Creates the queue to which unusable messages are moved.
   *
   * @return its ARN; empty with an emulator that returns none
   */
  private Optional<String> ensureUnusable() {
    var name = names.unusable();
    String url;
    try {
      url = sqs.createQueue(request -> request.queueName(name).attributes(lasting())).queueUrl();
    } catch (QueueNameExistsException e) {
      url = sqs.getQueueUrl(request -> request.queueName(name)).queueUrl();
    }
    var made = url;
    var attributes =
        sqs.getQueueAttributes(
                request -> request.queueUrl(made).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes();
    return Optional.ofNullable(attributes.get(QueueAttributeName.QUEUE_ARN));
  }

  /**
   * Returns the attributes of a durable, encrypted queue. Emulators support neither TLS nor
   * encryption.
   */
  private Map<QueueAttributeName, String> lasting() {
    var attributes = new TreeMap<QueueAttributeName, String>();
    attributes.put(
        QueueAttributeName.MESSAGE_RETENTION_PERIOD, Long.toString(RETENTION.toSeconds()));
    if (isAws) {
      attributes.put(QueueAttributeName.SQS_MANAGED_SSE_ENABLED, "true");
      attributes.put(QueueAttributeName.POLICY, TLS_ONLY);
    }
    return attributes;
  }

  @Override
  public boolean exists(QueueName queue) {
    try {
      urls.forget(queue);
      urls.of(queue);
      return true;
    } catch (QueueDoesNotExistException e) {
      return false;
    } catch (SdkException e) {
      throw new QueueUnavailableException("queue=" + queue + " may or may not exist", e);
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
