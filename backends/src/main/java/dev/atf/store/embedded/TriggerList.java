package dev.atf.store.embedded;

import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.task.Association;
import dev.atf.store.TriggerEntry;
import dev.atf.store.embedded.record.TriggerRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Position of an association in the index. */
record TriggerList(TriggerPartition partition, TriggerEntry entry) {
  /** Returns the position of a task in the lists; empty if the task is not listed. */
  static Optional<TriggerList> of(Association task) {
    @Nullable Trigger trigger = task.trigger();
    if (trigger == null) {
      return Optional.empty();
    }
    return Optional.of(
        new TriggerList(task.header().list(trigger.alarm()), TriggerEntry.of(task, trigger)));
  }

  long millis() {
    return entry.triggerAt().toEpochMilli();
  }

  byte[] key() {
    return Keys.trigger(partition, millis(), entry.taskId());
  }

  byte[] value() {
    return TriggerRecord.of(entry);
  }
}
