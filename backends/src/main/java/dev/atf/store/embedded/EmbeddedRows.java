package dev.atf.store.embedded;

import dev.atf.model.lambda.Gate;
import dev.atf.model.route.Route;
import dev.atf.model.task.Subscription;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.codec.LambdaRowCodec;
import dev.atf.store.codec.NoticeCodec;
import dev.atf.store.codec.RouteCodec;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.GateRecord;
import dev.atf.store.embedded.record.Layout;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.RowKind;
import dev.atf.store.rows.Rows;
import dev.atf.store.stored.Stored;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Rows in the database. All of them are also in memory, and known there when they are durable. */
final class EmbeddedRows<T> implements Rows<T> {
  private final Database database;
  private final Records<T> records;
  private final InMemoryRows<T> known;

  /**
   * Rows of one kind as records.
   *
   * @param prefix first octet of their keys
   * @param key returns the key of a row
   * @param write returns the record of a row, with unknown fields of the record that it replaces
   * @param readers readers of a record, tried in this order
   */
  record Records<T>(
      RowKind<T> kind,
      byte prefix,
      Function<T, byte[]> key,
      BiFunction<T, Optional<byte[]>, byte[]> write,
      List<Function<byte[], T>> readers) {
    static final Records<LambdaRegistry.Row> LAMBDAS =
        new Records<>(
            LambdaRegistry.KIND,
            Keys.LAMBDA,
            row -> Keys.lambda(row.lambda().name()),
            (row, stored) -> Layout.of(LambdaRowCodec.write(row), stored),
            List.of(record -> LambdaRowCodec.read(Layout.read(Stored.Lambda.parser(), record))));

    static final Records<Gate> GATES =
        new Records<>(
            GateRegistry.KIND,
            Keys.GATE,
            Keys::gate,
            GateRecord::of,
            List.of(GateRecord::read, GateRecord::paused));

    static final Records<Route> ROUTES =
        new Records<>(
            RouteRegistry.KIND,
            Keys.ROUTE,
            route -> Keys.route(route.name()),
            (route, stored) -> Layout.of(RouteCodec.write(route), stored),
            List.of(record -> RouteCodec.read(Layout.read(Stored.Route.parser(), record))));

    static final Records<Subscription> SUBSCRIPTIONS =
        new Records<>(
            SubscriptionRegistry.KIND,
            Keys.SUBSCRIPTION,
            subscription -> Keys.subscription(subscription.name()),
            (subscription, stored) -> Layout.of(NoticeCodec.write(subscription), stored),
            List.of(record -> NoticeCodec.read(Layout.read(Stored.Subscription.parser(), record))));

    /** Reads a record; empty if this version cannot interpret it. */
    Optional<T> read(byte[] key, byte[] value) {
      return readers.stream()
          .flatMap(reader -> ReadableRecords.read(key, value, reader).stream())
          .findFirst();
    }
  }

  EmbeddedRows(Database database, Records<T> records) {
    this.database = database;
    this.records = records;
    known = new InMemoryRows<>(records.kind());
    database.each(
        Keys.kind(records.prefix()),
        (key, value) -> records.read(key, value).ifPresent(known::set));
  }

  @Override
  public boolean isUnreadable(T row) {
    var key = records.key().apply(row);
    return database.get(key).filter(record -> records.read(key, record).isEmpty()).isPresent();
  }

  @Override
  public Optional<T> find(String key) {
    return known.find(key);
  }

  @Override
  public List<T> list() {
    return known.list();
  }

  @Override
  public synchronized boolean put(T row, Optional<T> expected) {
    if (!known.find(records.kind().keyOf(row)).equals(expected)) {
      return false;
    }
    // A row that is created has nothing in common with a former one of its name.
    write(row, expected.flatMap(seen -> database.get(records.key().apply(seen))));
    return true;
  }

  @Override
  public synchronized void set(T row) {
    write(row, database.get(records.key().apply(row)));
  }

  private void write(T row, Optional<byte[]> stored) {
    var record = records.write().apply(row, stored);
    database.awaitDurable(database.put(records.key().apply(row), record));
    known.set(row);
  }

  @Override
  public synchronized boolean delete(T expected) {
    if (!known.contains(expected)) {
      return false;
    }
    database.awaitDurable(database.delete(records.key().apply(expected)));
    known.remove(expected);
    return true;
  }
}
