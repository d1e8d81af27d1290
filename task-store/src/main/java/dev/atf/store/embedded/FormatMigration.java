package dev.atf.store.embedded;

import dev.atf.store.embedded.database.Changes;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.legacy.FormerRecords;
import dev.atf.store.embedded.record.FormatRecord;
import dev.atf.store.embedded.record.Layout;
import dev.atf.store.embedded.record.NewerFormatException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the records of a directory into the format of this version, before it serves. Each batch
 * is one write with the key up to which it went, so that a migration that was killed continues
 * there.
 */
final class FormatMigration {
  private static final Logger log = LoggerFactory.getLogger(FormatMigration.class);

  /** Chosen: a batch takes milliseconds, and a few MB of memory. */
  private static final int RECORDS_A_BATCH = 1_000;

  private static final long BYTES_A_BATCH = 4L << 20;

  /** Chosen: a line a second, or one every few seconds. */
  private static final int BATCHES_A_LINE = 100;

  /** A key and its value. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entry(byte[] key, byte[] value) {}

  private final Database database;
  private final Path directory;
  private final int batchMax;
  private final IntConsumer afterBatch;

  FormatMigration(Database database, Path directory) {
    this(database, directory, RECORDS_A_BATCH, batch -> {});
  }

  /**
   * @param afterBatch called with the number of batches that are written
   */
  FormatMigration(Database database, Path directory, int batchMax, IntConsumer afterBatch) {
    this.database = database;
    this.directory = directory;
    this.batchMax = batchMax;
    this.afterBatch = afterBatch;
  }

  /**
   * Checks that this version can read a directory, in whatever format.
   *
   * @throws NewerFormatException if it cannot
   */
  static Optional<FormatRecord> requireKnown(Database database, Path directory) {
    var format = database.get(Keys.FORMAT_KEY).map(FormatRecord::read);
    format.ifPresent(known -> known.requireKnown(directory));
    return format;
  }

  /**
   * Migrates what is left to be migrated.
   *
   * @throws NewerFormatException if the directory is of a later format
   */
  void run() {
    var format = requireKnown(database, directory);
    if (format.isEmpty() && database.scan(Keys.FIRST, Keys.BEHIND_ALL, (key, value) -> false) > 0) {
      migrate(Keys.FIRST);
    } else if (format.isPresent() && format.get().migrated().length > 0) {
      migrate(Database.behind(format.get().migrated()));
    }
    if (format.isEmpty() || format.get().migrated().length > 0) {
      database.awaitDurable(database.put(Keys.FORMAT_KEY, FormatRecord.current().toBytes()));
    }
  }

  private void migrate(byte[] from) {
    log.info("{}: migrating the records to format {}", directory, FormatRecord.VERSION);
    long records = 0;
    int batches = 0;
    var next = from;
    while (next.length > 0) {
      var step = new Step();
      int visited = database.scan(next, Keys.BEHIND_ALL, step::visit);
      next = step.isFull() ? Database.behind(step.last) : new byte[0];
      if (visited > 0) {
        var format = new FormatRecord(FormatRecord.VERSION, step.last);
        database.write(step.changes.andPut(Keys.FORMAT_KEY, format.toBytes()));
      }
      records += visited;
      batches++;
      if (batches % BATCHES_A_LINE == 0) {
        log.info("{}: {} records migrated", directory, records);
      }
      afterBatch.accept(batches);
    }
    log.info("{}: migrated, {} records", directory, records);
  }

  /** One batch. */
  private final class Step {
    private final Changes changes = new Changes();
    private byte[] last = {};
    private int records;
    private long bytes;

    boolean visit(byte[] key, byte[] value) {
      last = key;
      records++;
      bytes += value.length;
      var entry = current(key, value);
      if (entry.key != key) {
        changes.andDelete(key);
      }
      if (entry.value != value) {
        changes.andPut(entry.key, entry.value);
      }
      return !isFull();
    }

    boolean isFull() {
      return records >= batchMax || bytes >= BYTES_A_BATCH;
    }
  }

  /**
   * Returns a record in the format of this version: the same arrays if it is, or if it is damaged,
   * which the log says.
   */
  static Entry current(byte[] key, byte[] value) {
    try {
      return key[0] == Keys.FORMER_TRIGGER
          ? trigger(key, value)
          : new Entry(key, currentValue(key, value));
    } catch (RuntimeException e) {
      log.error("record {} cannot be read, and stays as it is", HexFormat.of().formatHex(key), e);
      return new Entry(key, value);
    }
  }

  private static Entry trigger(byte[] key, byte[] value) {
    var current = key.clone();
    current[0] = Keys.TRIGGER;
    var at = Instant.ofEpochMilli(Keys.triggerMillis(key));
    return new Entry(current, FormerRecords.trigger(Keys.triggerTaskId(key), at, value));
  }

  private static byte[] currentValue(byte[] key, byte[] value) {
    return switch (key[0]) {
      case Keys.ASSOCIATION -> expiring(value, FormerRecords::association);
      case Keys.ENTITY -> expiring(value, FormerRecords::entity);
      case Keys.RESULT -> expiring(value, FormerRecords::result);
      case Keys.PLAN, Keys.PLAN_PART -> expiring(value, it -> EmbeddedPlans.current(key, it));
      case Keys.LAMBDA -> lasting(value, FormerRecords::lambda);
      case Keys.GATE -> lasting(value, FormerRecords::gate);
      case Keys.PERMIT -> lasting(value, FormerRecords::permit);
      default -> value;
    };
  }

  private static byte[] expiring(byte[] value, UnaryOperator<byte[]> former) {
    return Layout.isCurrentExpiring(value) ? value : former.apply(value);
  }

  private static byte[] lasting(byte[] value, UnaryOperator<byte[]> former) {
    return Layout.isCurrent(value) ? value : former.apply(value);
  }
}
