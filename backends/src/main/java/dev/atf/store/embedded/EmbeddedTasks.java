package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import dev.atf.store.LocalTransitionFeed;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.database.Changes;
import dev.atf.store.embedded.database.Database;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Associations, and the index that is written with them. A state of a task is only returned when it
 * is durable, even with a refusal.
 */
record EmbeddedTasks(
    Database database, StripedLocks locks, EmbeddedTriggerIndex index, LocalTransitionFeed feed)
    implements TaskTransitions, TaskAssociations {
  @Override
  public TransitionResult apply(Transition transition) {
    var stripe = locks.of(transition.taskId());
    TransitionResult result;
    long written;
    synchronized (stripe) {
      result = applyLocked(transition, stripe);
      written = stripe.written();
    }
    if (DurableChanges.of(transition.event())) {
      database.awaitDurable(written);
    }
    return result;
  }

  private TransitionResult applyLocked(Transition transition, StripedLocks.Stripe stripe) {
    var stored = stored(transition.taskId(), stripe);
    var found = stored.map(StoredTask::task);
    if (found.isEmpty() || !transition.failing(found.get()).isEmpty()) {
      return new TransitionResult.Refused(found);
    }
    var after = transition.applyTo(found.get());
    write(found.get(), stored.get().changedTo(after), stripe);
    return new TransitionResult.Applied(after);
  }

  @Override
  public boolean create(Association association) {
    var stripe = locks.of(association.taskId());
    return stripe.durably(
        database,
        () -> {
          boolean fresh = stored(association.taskId(), stripe).isEmpty();
          if (fresh) {
            write(null, StoredTask.created(association), stripe);
          }
          return fresh;
        });
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    var stripe = locks.of(taskId);
    return stripe.durably(database, () -> stored(taskId, stripe).map(StoredTask::task));
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    var all = new TreeMap<TaskId, Association>();
    long last = 0;
    for (var taskId : taskIds) {
      var stripe = locks.of(taskId);
      synchronized (stripe) {
        readable(taskId, stripe).ifPresent(found -> all.put(taskId, found.task()));
        last = Math.max(last, stripe.written());
      }
    }
    database.awaitDurable(last);
    return all;
  }

  /** Returns the stored task. The caller holds the lock of the stripe. */
  private Optional<StoredTask> stored(TaskId taskId, StripedLocks.Stripe stripe) {
    return stripe
        .recent()
        .find(taskId)
        .or(() -> database.get(Keys.association(taskId)).map(StoredTask::read));
  }

  /**
   * Returns a task; empty also if its record cannot be interpreted, which must not hide the other
   * tasks of a read. Called while the lock of the stripe is held.
   */
  private Optional<StoredTask> readable(TaskId taskId, StripedLocks.Stripe stripe) {
    var key = Keys.association(taskId);
    return stripe
        .recent()
        .find(taskId)
        .or(
            () ->
                database
                    .get(key)
                    .flatMap(value -> ReadableRecords.read(key, value, StoredTask::read)));
  }

  /** Called while the lock of the stripe is held. */
  private void write(@Nullable Association before, StoredTask after, StripedLocks.Stripe stripe) {
    var task = after.task();
    var record = after.toRecord();
    // Every test of this store checks that readers get the same task from memory and from its
    // record.
    assert !after.isExact() || StoredTask.read(record).task().equals(task) : task;
    var changes = Changes.put(Keys.association(task.taskId()), record);
    var listed = TriggerList.of(task);
    var listedBefore = Optional.ofNullable(before).flatMap(TriggerList::of);
    boolean moved = !listedBefore.equals(listed);
    if (moved) {
      listedBefore.ifPresent(entry -> changes.andDelete(entry.key()));
      listed.ifPresent(entry -> changes.andPut(entry.key(), entry.value()));
    }
    stripe.recent().forget(task.taskId());
    long number = stripe.wrote(database.write(changes));
    stripe.recent().keep(after);
    if (moved) {
      listed.ifPresent(index::added);
    }
    feed.wrote(before, task, number);
  }

  /**
   * Changes that others see, and that must therefore be durable before they are answered. All other
   * changes are marks of the store consumer, which become durable with the next commit. Nobody has
   * seen a lost mark, and it is written again when the earlier alarm rings (ADR 0013).
   */
  private static final class DurableChanges {
    private DurableChanges() {}

    static boolean of(TaskEvent event) {
      return switch (event) {
        case TURN,
            RELEASE,
            PUSH_AGAIN,
            PUSH_FAILED,
            HOLD,
            PARK,
            BLOCK_UNCLAIMED,
            UNBLOCK,
            LOOK_AGAIN,
            EXPIRE,
            SETTLE ->
            false;
        // After a lost claim, an epoch could be claimed twice. After a lost heartbeat, a lease
        // could expire while its executor is alive, because executors outlive this process.
        case CLAIM, CLAIM_AND_MOVE_ALARM, HEARTBEAT -> true;
        case SCHEDULE,
            SCHEDULE_EXPRESS,
            SCHEDULE_WAITING,
            ABANDON,
            SUCCEED,
            SUCCEED_WITH_CHILDREN,
            FAIL_RETRIABLY,
            FAIL_FATALLY,
            CONFIRM_CANCEL,
            RETURN,
            BLOCK,
            EXPIRE_FATALLY,
            EXPIRE_CANCELLED,
            GIVE_UP,
            DROP,
            CANCEL,
            REQUEST_CANCEL,
            REQUEST_KILL,
            RESCHEDULE,
            RUN_NOW,
            REDRIVE ->
            true;
      };
    }
  }
}
