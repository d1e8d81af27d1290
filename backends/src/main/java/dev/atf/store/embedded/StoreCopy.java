package dev.atf.store.embedded;

import dev.atf.model.Alarm;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.store.embedded.database.Changes;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.AssociationRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Copies whole stores: creates backups, and creates stores from backups. */
public final class StoreCopy {
  private static final int RECORDS_A_BATCH = 1_000;

  /**
   * Counts of a copy.
   *
   * @param tasks number of tasks, including finished ones
   * @param unfinished number of unfinished tasks
   */
  public record Copied(long records, long tasks, long unfinished) {}

  /** Adds one record of the copy, or its changed form, to a write. */
  private interface Copying {
    void add(byte[] key, byte[] value, Changes changes);
  }

  private final LongConsumer progress;
  private long records;
  private long tasks;
  private long unfinished;

  private StoreCopy(LongConsumer progress) {
    this.progress = progress;
  }

  /**
   * Copies a snapshot of a store, even while a process has the store open. The copy contains
   * everything that the store had answered before.
   *
   * @param target directory that does not exist yet
   * @param progress receives the number of records in the copy
   * @throws DamagedStoreException if the store is damaged
   * @throws dev.atf.store.StoreUnavailableException if the store is too busy for a snapshot
   * @throws UnsupportedFormatException if it has a format that this version cannot read
   */
  public static Copied backup(Path source, Path target, LongConsumer progress) {
    return new StoreCopy(progress)
        .copy(source, target, (key, value, changes) -> changes.andPut(key, value));
  }

  /**
   * Creates a store from a backup.
   *
   * @param target directory that does not exist yet
   * @param notBefore earliest start of any task; attempts that ran when the old store was lost must
   *     have ended by then
   * @param progress receives the number of records in the copy
   * @throws DamagedStoreException if the backup is damaged
   * @throws UnsupportedFormatException if it has a format that this version cannot read
   */
  public static Copied restore(Path backup, Path target, Instant notBefore, LongConsumer progress) {
    return new StoreCopy(progress)
        .copy(
            backup,
            target,
            (key, value, changes) ->
                task(key, value)
                    .ifPresentOrElse(
                        task -> restore(task, value, notBefore, changes),
                        // A task that cannot be read is copied as it is, too.
                        () -> changes.andPut(key, value)));
  }

  private static Optional<Association> task(byte[] key, byte[] value) {
    return key[0] == Keys.ASSOCIATION
        ? ReadableRecords.read(key, value, AssociationRecord::read)
        : Optional.empty();
  }

  private static void restore(Association task, byte[] record, Instant notBefore, Changes changes) {
    var restored = Restoration.of(task, notBefore);
    changes.andPut(Keys.association(restored.taskId()), AssociationRecord.of(restored, record));
    TriggerList.of(restored).ifPresent(listed -> changes.andPut(listed.key(), listed.value()));
  }

  private Copied copy(Path source, Path target, Copying copying) {
    try (var from = Database.openReadOnly(source);
        var to = Database.open(target, reason -> {})) {
      DirectoryFormat.require(from, source);
      var changes = Changes.put(Keys.FORMAT_KEY, DirectoryFormat.record());
      BiPredicate<byte[], byte[]> add =
          (key, value) -> {
            if (Arrays.equals(key, Keys.FORMAT_KEY)) {
              return true;
            }
            count(key, value);
            copying.add(key, value, changes);
            if (changes.count() >= RECORDS_A_BATCH) {
              write(to, changes);
            }
            return true;
          };
      // The lists are not copied, because a restore creates them from the tasks. Damage of a list
      // therefore loses nothing.
      var lists = Keys.kind(Keys.TRIGGER);
      from.scan(Keys.FIRST, lists, add);
      from.scan(Database.behind(lists), Keys.BEHIND_ALL, add);
      write(to, changes);
    }
    return new Copied(records, tasks, unfinished);
  }

  private void count(byte[] key, byte[] value) {
    records++;
    if (key[0] == Keys.ASSOCIATION) {
      tasks++;
      unfinished += task(key, value).filter(Association::needsAttention).isPresent() ? 1 : 0;
    }
  }

  private void write(Database to, Changes changes) {
    to.write(changes);
    changes.clear();
    progress.accept(records);
  }

  /**
   * Changes of tasks in a store that is created from a backup. Since the backup, a task may have
   * been released and claimed, and handlers may have sent its epochs to other systems. Its next
   * epoch is later than all of these.
   */
  private static final class Restoration {
    /**
     * Number of epochs added. It is more than the releases that a task can have had since its
     * backup: one per second for thirty years.
     */
    static final long EPOCHS = 1_000_000_000;

    private Restoration() {}

    static Association of(Association task, Instant notBefore) {
      return switch (task.status()) {
        // It does not run again, and its large result is kept under its epoch.
        case SUCCESS, CANCELLED -> task;
        case FATAL_FAILURE -> jumped(task);
        case NEW, RETRIABLE_FAILURE, BLOCKED -> later(jumped(task), notBefore);
        // The queues are lost, so the task is released again.
        case ENQUEUED ->
            new Change.SetTrigger(new Trigger(Alarm.DUE, notBefore))
                .apply(new Change.SetStatus(TaskStatus.NEW).apply(jumped(task)));
        case CLAIMED, PROCESSING -> ended(jumped(task), notBefore);
      };
    }

    private static Association jumped(Association task) {
      return new Change.SetEpoch(task.epoch() + EPOCHS).apply(task);
    }

    private static Association later(Association task, Instant notBefore) {
      @Nullable Trigger trigger = task.trigger();
      return trigger == null || !trigger.at().isBefore(notBefore)
          ? task
          : new Change.SetTrigger(new Trigger(trigger.alarm(), notBefore)).apply(task);
    }

    /**
     * Returns a running task after the end of its attempt. The executor is refused because of the
     * epoch, the lease has ended, and the attempt counts.
     */
    private static Association ended(Association task, Instant notBefore) {
      var held = new Change.ExtendLease(notBefore).apply(task);
      return new Change.SetTrigger(new Trigger(Alarm.CHECK, notBefore)).apply(held);
    }
  }
}
