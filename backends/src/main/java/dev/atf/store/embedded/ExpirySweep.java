package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.store.embedded.database.Changes;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.AssociationRecord;
import dev.atf.store.embedded.record.EntityRecord;
import dev.atf.store.embedded.record.Layout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Removes expired records. It passes over all records repeatedly, one part in each turn. A finished
 * task is removed together with its entity and its results. Entities and results without a task are
 * also removed. A plan is removed together with its index entry.
 */
public final class ExpirySweep {
  /**
   * Number of records read in one turn. Such a turn does not delay other work, and a pass over a
   * million tasks takes minutes.
   */
  private static final int RECORDS_A_TURN = 5_000;

  private static final byte[] KINDS = {
    Keys.ASSOCIATION, Keys.ENTITY, Keys.RESULT, Keys.PLAN, Keys.PLAN_PART
  };

  private final Database database;
  private final StripedLocks locks;
  private int kind;
  private byte[] next = Keys.kind(KINDS[0]);

  ExpirySweep(Database database, StripedLocks locks) {
    this.database = database;
    this.locks = locks;
  }

  /**
   * Runs one turn.
   *
   * @return number of removed records
   */
  public int turn(Instant now) {
    var expired = new ArrayList<byte[]>();
    byte[] last = collectExpired(now, expired);
    // The record is read again, because its task may have been redriven since.
    expired.forEach(key -> remove(key, record -> isExpired(key, record, now)));
    if (last.length == 0) {
      kind = (kind + 1) % KINDS.length;
      next = Keys.kind(KINDS[kind]);
    } else {
      next = Database.behind(last);
    }
    return expired.size();
  }

  /**
   * Collects expired records of one part.
   *
   * @return the last key that was read; no bytes at the end
   */
  private byte[] collectExpired(Instant now, List<byte[]> expired) {
    var left = new int[] {RECORDS_A_TURN};
    var last = new byte[][] {new byte[0]};
    database.scan(
        next,
        Database.behind(Keys.kind(KINDS[kind])),
        (key, record) -> {
          if (isExpired(key, record, now)) {
            expired.add(key);
          }
          last[0] = key;
          return --left[0] > 0;
        });
    return left[0] > 0 ? new byte[0] : last[0];
  }

  private static boolean isExpired(byte[] key, byte[] record, Instant now) {
    return ReadableRecords.read(key, record, it -> Layout.isExpired(it, now)).orElse(false);
  }

  /** Removes a task, expired or not. */
  void forget(TaskId taskId) {
    remove(Keys.association(taskId), record -> true);
  }

  private void remove(byte[] key, Predicate<byte[]> condition) {
    var taskId = Keys.taskId(key);
    var stripe = locks.of(taskId);
    synchronized (stripe) {
      var record = database.get(key).filter(condition);
      if (record.isEmpty()) {
        return;
      }
      var changes = Changes.delete(key);
      if (addParts(key, record.get(), changes)) {
        stripe.recent().forget(taskId);
        database.write(changes);
      }
    }
  }

  /**
   * Adds the removal of what belongs to a record. Returns false if the record cannot be read, so
   * that nothing of it is removed.
   */
  private boolean addParts(byte[] key, byte[] record, Changes changes) {
    return switch (key[0]) {
      case Keys.ASSOCIATION -> {
        var task = ReadableRecords.read(key, record, AssociationRecord::read);
        task.ifPresent(found -> addParts(Keys.taskId(key), found, changes));
        yield task.isPresent();
      }
      case Keys.ENTITY -> addSearch(key, record, changes);
      case Keys.PLAN -> {
        var place = ReadableRecords.read(key, record, it -> EmbeddedPlans.place(key, it));
        place.flatMap(found -> found).ifPresent(changes::andDelete);
        yield place.isPresent();
      }
      default -> true;
    };
  }

  private void addParts(TaskId taskId, Association task, Changes changes) {
    TriggerList.of(task).map(TriggerList::key).ifPresent(changes::andDelete);
    var entity = Keys.entity(taskId);
    database.get(entity).ifPresent(record -> addSearch(entity, record, changes));
    changes.andDelete(entity);
    database.each(Keys.results(taskId), (key, value) -> changes.andDelete(key));
  }

  private static boolean addSearch(byte[] key, byte[] record, Changes changes) {
    var entity = ReadableRecords.read(key, record, EntityRecord::read);
    entity.ifPresent(found -> EmbeddedTaskSearch.remove(found, changes));
    return entity.isPresent();
  }
}
