package dev.atf.queue.sqs;

import dev.atf.queue.QueueName;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Copies of messages that cannot be read: they go to the queue of unusable messages, where an
 * operator finds out who sent them. A copy that fails is only told in the log.
 */
@Singleton
final class SqsUnreadable {
  private static final Logger log = LoggerFactory.getLogger(SqsUnreadable.class);

  /** Chosen: enough to recognize a sender by. */
  private static final int BODY_CHARS_MAX = 4_096;

  private final SqsClient sqs;
  private final SqsQueueNames names;
  private volatile Optional<String> url = Optional.empty();

  @Inject
  SqsUnreadable(SqsClient sqs, SqsQueueNames names) {
    this.sqs = sqs;
    this.names = names;
  }

  /** Keeps a copy of messages of one receive, with the names of their queue and their own ids. */
  void keep(QueueName queue, List<Message> messages) {
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
      var to = url.isPresent() ? url.get() : find();
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
      url = Optional.empty();
      log.warn("queue={} copies={} not kept in {}", queue, entries.size(), names.unusable(), e);
    }
  }

  private String find() {
    var found = sqs.getQueueUrl(request -> request.queueName(names.unusable())).queueUrl();
    url = Optional.of(found);
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
}
