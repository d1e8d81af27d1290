package dev.atf.controller;

import java.time.Duration;

/**
 * Load of one lambda's queues, as far as this host knows it.
 *
 * @param queued number of references that wait for an executor, in this process or in the queues
 * @param oldestDueAge upper bound of the longest wait; zero without references
 * @param handedOut number of attempts since the controller started
 */
public record QueueLoad(int queued, Duration oldestDueAge, long handedOut) {
  public static final QueueLoad NONE = new QueueLoad(0, Duration.ZERO, 0);
}
