package dev.atf.lab.chaos;

import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.dynamodb.DynamoDbChanges;
import dev.atf.store.dynamodb.DynamoDbConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads the writes of the store continuously and adds them to the history. */
final class StoreReader implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMillis(100);

  /** Time limit of a call: a busy machine answers late, and without an answer the reader stops. */
  private static final Duration ANSWER_MAX = Duration.ofMinutes(1);

  private final DynamoDbChanges changes;
  private final RunHistory history;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final Thread thread = new Thread(this::run, "chaos-store-reader");
  private volatile boolean closed;
  private final AtomicInteger writes = new AtomicInteger();

  private StoreReader(DynamoDbChanges changes, RunHistory history) {
    this.changes = changes;
    this.history = history;
  }

  /** Starts a reader of the writes from now on. */
  static StoreReader start(String endpoint, RunHistory history) {
    var defaults = DynamoDbConfig.DEFAULTS;
    var config =
        new DynamoDbConfig(
            endpoint,
            defaults.region(),
            defaults.tablePrefix(),
            defaults.client().withTimeouts(ANSWER_MAX, ANSWER_MAX));
    var reader = new StoreReader(DynamoDbChanges.of(config), history);
    reader.thread.setDaemon(true);
    reader.thread.start();
    return reader;
  }

  /** Returns the number of writes that it has reported. */
  int writes() {
    return writes.get();
  }

  private void run() {
    while (!closed) {
      long begun = clock.nanos();
      try {
        readAll();
      } catch (RuntimeException e) {
        history.tell("what is written can be read", e.toString());
        return;
      }
      Pause.until(begun + EVERY.toNanos(), clock);
    }
  }

  private void readAll() {
    var found = changes.more();
    var seenAt = instants.instant();
    found.forEach(write -> history.stored(write, seenAt));
    writes.addAndGet(found.size());
  }

  /** Returns when everything that was written before the call has been reported. */
  void finish() {
    stop();
    readAll();
  }

  private void stop() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    stop();
    changes.close();
  }
}
