package dev.atf.store.memory;

import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.store.notice.SubscriptionRegistry;
import java.util.Optional;

/** Subscriptions in memory. */
public final class InMemorySubscriptions implements SubscriptionRegistry {
  private volatile Subscriptions all = Subscriptions.NONE;

  @Override
  public Subscriptions read() {
    return all;
  }

  @Override
  public synchronized boolean put(Subscription subscription, Optional<Subscription> expected) {
    if (!all.find(subscription.name()).equals(expected)) {
      return false;
    }
    all = all.with(subscription);
    return true;
  }

  @Override
  public synchronized boolean delete(Subscription expected) {
    if (!all.find(expected.name()).equals(Optional.of(expected))) {
      return false;
    }
    all = all.without(expected.name());
    return true;
  }
}
