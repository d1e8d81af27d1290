package dev.atf.controller;

import java.time.Duration;

/**
 * Load of the queues of one lambda, as far as its host knows it.
 *
 * @param queued references that wait for an executor, here or in the queues
 * @param oldestDueAge upper bound of the oldest reference's wait; zero without references
 * @param handedOut attempts since the controller started
 */
public record QueueLoad(int queued, Duration oldestDueAge, long handedOut) {
  public static final QueueLoad NONE = new QueueLoad(0, Duration.ZERO, 0);
}
