package dev.atf.store.embedded;

import dev.atf.model.Association;
import dev.atf.model.TaskId;
import dev.atf.model.transition.Transition;
import dev.atf.store.LocalTransitionFeed;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.embedded.record.AssociationRecord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Associations, and the index that is written with them. A state of a task is returned, as an
 * answer or with a refusal, when it is durable.
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
    var stored = database.get(Keys.association(transition.taskId()));
    var found = stored.map(AssociationRecord::read);
    if (found.isEmpty() || !transition.failing(found.get()).isEmpty()) {
      return new TransitionResult.Refused(found);
    }
    var after = transition.applyTo(found.get());
    long number =
        stripe.wrote(write(found, after, AssociationRecord.of(after, stored.orElseThrow())));
    feed.wrote(found.get(), after, number);
    return new TransitionResult.Applied(after);
  }

  @Override
  public boolean create(Association association) {
    var stripe = locks.of(association.taskId());
    return stripe.durably(
        database,
        () -> {
          boolean fresh = database.get(Keys.association(association.taskId())).isEmpty();
          if (fresh) {
            var value = AssociationRecord.of(association);
            feed.wrote(
                null, association, stripe.wrote(write(Optional.empty(), association, value)));
          }
          return fresh;
        });
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return locks.of(taskId).durably(database, () -> read(taskId));
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    var all = new TreeMap<TaskId, Association>();
    long last = 0;
    for (var taskId : taskIds) {
      var stripe = locks.of(taskId);
      synchronized (stripe) {
        read(taskId).ifPresent(found -> all.put(taskId, found));
        last = Math.max(last, stripe.written());
      }
    }
    database.awaitDurable(last);
    return all;
  }

  private Optional<Association> read(TaskId taskId) {
    return database.get(Keys.association(taskId)).map(AssociationRecord::read);
  }

  private long write(Optional<Association> before, Association after, byte[] value) {
    var key = Keys.association(after.taskId());
    var listed = TriggerList.of(after);
    if (before.flatMap(TriggerList::of).equals(listed)) {
      return database.put(key, value);
    }
    long written =
        database.write(
            batch -> {
              for (var place : before.map(TriggerList::keys).orElseGet(List::of)) {
                batch.delete(place);
              }
              if (listed.isPresent()) {
                batch.put(listed.get().key(), listed.get().value());
              }
              batch.put(key, value);
            });
    listed.ifPresent(index::added);
    return written;
  }
}
