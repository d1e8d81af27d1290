package dev.atf.store.embedded.record;

import dev.atf.model.TaskId;
import dev.atf.store.TriggerEntry;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.Stored;
import java.time.Instant;

/** Entries of the index as values of their keys. The keys contain the task and the time. */
public final class TriggerRecord {
  private TriggerRecord() {}

  public static byte[] of(TriggerEntry entry) {
    return Layout.of(
        Stored.TriggerEntry.newBuilder()
            .setEpoch(entry.epoch())
            .setScheduledAt(entry.scheduledAt().toEpochMilli())
            .setCollection(StoredIds.of(entry.collection()))
            .build());
  }

  public static TriggerEntry read(TaskId taskId, Instant triggerAt, byte[] record) {
    var message = Layout.read(Stored.TriggerEntry.parser(), record);
    return new TriggerEntry(
        taskId,
        triggerAt,
        message.getEpoch(),
        StoredIds.collection(message.getCollection()),
        Instant.ofEpochMilli(message.getScheduledAt()));
  }
}
