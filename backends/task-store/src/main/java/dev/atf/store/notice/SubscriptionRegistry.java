package dev.atf.store.notice;

import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import java.util.Optional;

/** Registry of the subscriptions of a cluster. There are few, so all of them are read together. */
public interface SubscriptionRegistry {
  /** Reads all subscriptions. The read is strongly consistent. */
  Subscriptions read();

  /**
   * Creates or replaces a subscription.
   *
   * @param expected stored subscription as it was read; empty if there was none with its name
   * @return false if the stored one differs from {@code expected}, so that nothing was written
   */
  boolean put(Subscription subscription, Optional<Subscription> expected);

  /**
   * Deletes a subscription.
   *
   * @return false if the stored one differs from {@code expected}, so that nothing was deleted
   */
  boolean delete(Subscription expected);
}
