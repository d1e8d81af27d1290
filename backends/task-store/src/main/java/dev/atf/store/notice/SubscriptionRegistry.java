package dev.atf.store.notice;

import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import java.util.Optional;

/** The subscriptions of a cluster. There are few, so all of them are read at once. */
public interface SubscriptionRegistry {
  /** Reads all subscriptions. Strongly consistent. */
  Subscriptions read();

  /**
   * Creates a subscription, or replaces it.
   *
   * @param expected the stored one as it was read; empty if there was none of its name
   * @return false, and nothing is done, if it is not as expected
   */
  boolean put(Subscription subscription, Optional<Subscription> expected);

  /**
   * Forgets a subscription.
   *
   * @return false, and nothing is done, if it is not as expected
   */
  boolean delete(Subscription expected);
}
