package dev.atf.store.embedded.record;

import dev.atf.model.history.HistoryEntry;
import dev.atf.model.history.TaskEvent;
import dev.atf.model.history.TaskHistory;
import java.util.HashMap;

/** A task's history, as part of a record. */
final class HistoryRecord {
  private HistoryRecord() {}

  static void write(TaskHistory history, RecordWriter out) {
    out.count(history.slots().size());
    history
        .slots()
        .forEach(
            (slot, entry) ->
                out.text(slot)
                    .millis(entry.at())
                    .name(entry.event())
                    .count(entry.epoch())
                    .count(entry.attempt())
                    .text(entry.detail()));
  }

  static TaskHistory read(RecordReader in) {
    var slots = new HashMap<String, HistoryEntry>();
    for (int left = in.intCount(); left > 0; left--) {
      slots.put(
          in.text(),
          new HistoryEntry(
              in.millis(), TaskEvent.valueOf(in.text()), in.count(), in.intCount(), in.text()));
    }
    return new TaskHistory(slots);
  }
}
