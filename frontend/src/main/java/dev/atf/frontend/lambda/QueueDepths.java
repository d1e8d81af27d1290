package dev.atf.frontend.lambda;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import jakarta.inject.Inject;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Number of references in a queue. Its readers work without it if the queue does not answer. */
public final class QueueDepths {
  private static final Logger log = LoggerFactory.getLogger(QueueDepths.class);

  private final TaskSender sender;

  @Inject
  QueueDepths(TaskSender sender) {
    this.sender = sender;
  }

  /**
   * Returns the depth; empty if the queue does not report it. Even then, all tasks in the queue are
   * in the index.
   */
  public Optional<QueueDepth> of(LambdaName lambda, Priority priority) {
    var queue = new QueueName(lambda, priority);
    try {
      return Optional.of(sender.estimate(queue));
    } catch (QueueUnavailableException e) {
      log.warn("queue={} does not report its depth", queue, e);
      return Optional.empty();
    }
  }
}
