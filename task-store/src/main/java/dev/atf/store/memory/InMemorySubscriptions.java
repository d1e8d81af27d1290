package dev.atf.store.memory;

import dev.atf.model.notice.Subscription;
import dev.atf.model.notice.Subscriptions;
import dev.atf.store.notice.SubscriptionRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Subscriptions in memory. */
public final class InMemorySubscriptions implements SubscriptionRegistry {
  private final Map<String, Subscription> subscriptions = new TreeMap<>();
  private volatile Subscriptions all = Subscriptions.NONE;

  @Override
  public Subscriptions read() {
    return all;
  }

  @Override
  public synchronized boolean put(Subscription subscription, Optional<Subscription> expected) {
    var name = subscription.name();
    if (!Optional.ofNullable(subscriptions.get(name)).equals(expected)) {
      return false;
    }
    subscriptions.put(name, subscription);
    all = Subscriptions.of(subscriptions.values());
    return true;
  }

  @Override
  public synchronized boolean delete(Subscription expected) {
    boolean deleted = subscriptions.remove(expected.name(), expected);
    all = Subscriptions.of(subscriptions.values());
    return deleted;
  }
}
