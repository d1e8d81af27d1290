package dev.atf.controller;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues that polls have missed. They are created again where this process may create queues; their
 * messages come back by the alarms of their tasks.
 */
final class MissingQueues {
  private static final Logger log = LoggerFactory.getLogger(MissingQueues.class);

  private final boolean creationAllowed;
  private final QueueAdmin admin;
  private final Set<QueueName> missing = ConcurrentHashMap.newKeySet();

  /**
   * @param creationAllowed whether this process may create queues
   */
  MissingQueues(boolean creationAllowed, QueueAdmin admin) {
    this.creationAllowed = creationAllowed;
    this.admin = admin;
  }

  void add(QueueName queue) {
    missing.add(queue);
  }

  /** Creates the queue of a registered lambda, if a poll has missed it. */
  void restore(QueueName queue) {
    if (!creationAllowed || !missing.remove(queue)) {
      return;
    }
    try {
      admin.ensure(queue);
      log.warn("queue={} was missing and is made anew", queue);
    } catch (QueueUnavailableException e) {
      log.warn("queue={} is missing and cannot be made; the next poll tries again", queue, e);
    }
  }
}
