package dev.atf.store.embedded;

import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.task.Association;
import dev.atf.store.TriggerEntry;
import dev.atf.store.embedded.record.TriggerRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Place of an association in the index. */
record TriggerList(TriggerPartition partition, TriggerEntry entry) {
  /** Returns the place; empty for a task that is not listed. */
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

  /**
   * Returns every key under which the association's list has this entry, those of earlier versions
   * too.
   */
  static List<byte[]> keys(Association task) {
    var listed = of(task);
    if (listed.isEmpty()) {
      return List.of();
    }
    var entry = listed.get();
    return Stream.concat(
            Stream.of(entry.partition), task.header().formerList(entry.partition.alarm()).stream())
        .map(partition -> Keys.trigger(partition, entry.millis(), entry.entry.taskId()))
        .toList();
  }

  byte[] key() {
    return Keys.trigger(partition, millis(), entry.taskId());
  }

  byte[] value() {
    return TriggerRecord.of(entry);
  }
}
