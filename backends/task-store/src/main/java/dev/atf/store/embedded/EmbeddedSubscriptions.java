package dev.atf.store.embedded;

import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.SubscriptionRecord;
import dev.atf.store.memory.InMemorySubscriptions;
import dev.atf.store.notice.SubscriptionRegistry;
import java.util.Optional;

/** Subscriptions. There are few, so all of them are also in memory. */
final class EmbeddedSubscriptions implements SubscriptionRegistry {
  private final Database database;
  private final InMemorySubscriptions known = new InMemorySubscriptions();

  EmbeddedSubscriptions(Database database) {
    this.database = database;
    database.each(
        Keys.kind(Keys.SUBSCRIPTION),
        (key, value) ->
            ReadableRecords.read(key, value, SubscriptionRecord::read).ifPresent(this::know));
  }

  private void know(Subscription subscription) {
    boolean unused = known.put(subscription, Optional.empty());
  }

  @Override
  public Subscriptions read() {
    return known.read();
  }

  @Override
  public synchronized boolean put(Subscription subscription, Optional<Subscription> expected) {
    if (!known.read().find(subscription.name()).equals(expected)) {
      return false;
    }
    var key = Keys.subscription(subscription.name());
    database.awaitDurable(
        database.put(key, SubscriptionRecord.of(subscription, database.get(key))));
    return known.put(subscription, expected);
  }

  @Override
  public synchronized boolean delete(Subscription expected) {
    if (!known.delete(expected)) {
      return false;
    }
    database.awaitDurable(database.delete(Keys.subscription(expected.name())));
    return true;
  }
}
