package dev.atf.store.notice;

import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.RowKind;
import dev.atf.store.rows.Rows;
import java.util.List;
import java.util.Optional;

/** Registry of the subscriptions of a cluster. */
public class SubscriptionRegistry {
  public static final RowKind<Subscription> KIND = new RowKind<>(Subscription::name);

  private final Rows<Subscription> rows;
  private volatile Read last = new Read(List.of(), Subscriptions.NONE);

  private record Read(List<Subscription> rows, Subscriptions all) {}

  public SubscriptionRegistry(Rows<Subscription> rows) {
    this.rows = rows;
  }

  public static SubscriptionRegistry inMemory() {
    return new SubscriptionRegistry(new InMemoryRows<>(KIND));
  }

  /** Reads all subscriptions. The read is strongly consistent. */
  public Subscriptions read() {
    var read = rows.list();
    var known = last;
    if (!known.rows().equals(read)) {
      known = new Read(read, Subscriptions.of(read));
      last = known;
    }
    return known.all();
  }

  /** Creates or replaces a subscription, as {@link Rows#put} does. */
  public boolean put(Subscription subscription, Optional<Subscription> expected) {
    return rows.put(subscription, expected);
  }

  /** Deletes a subscription, as {@link Rows#delete} does. */
  public boolean delete(Subscription expected) {
    return rows.delete(expected);
  }
}
