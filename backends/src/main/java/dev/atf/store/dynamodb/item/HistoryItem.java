package dev.atf.store.dynamodb.item;

import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHistory;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** History as a map of its slots. An entry is a list, because a list is shorter than a map. */
public final class HistoryItem {
  private HistoryItem() {}

  public static AttributeValue of(TaskHistory history) {
    var map = new HashMap<String, AttributeValue>();
    history.slots().forEach((slot, entry) -> map.put(slot, of(entry)));
    return AttributeValue.fromM(map);
  }

  public static AttributeValue of(HistoryEntry entry) {
    return AttributeValue.fromL(
        List.of(
            ItemWriter.millis(entry.at()),
            ItemWriter.text(entry.event().name()),
            ItemWriter.number(entry.epoch()),
            ItemWriter.number(entry.attempt()),
            ItemWriter.text(entry.detail())));
  }

  static TaskHistory read(ItemReader item) {
    var slots = new HashMap<String, HistoryEntry>();
    item.map(Attributes.HISTORY)
        .forEach((slot, value) -> entry(value.l()).ifPresent(entry -> slots.put(slot, entry)));
    return new TaskHistory(slots);
  }

  /** Reads an entry; empty for an event that only a later version knows. */
  private static Optional<HistoryEntry> entry(List<AttributeValue> fields) {
    return Arrays.stream(TaskEvent.values())
        .filter(event -> event.name().equals(fields.get(1).s()))
        .findFirst()
        .map(
            event ->
                new HistoryEntry(
                    Instant.ofEpochMilli(Long.parseLong(fields.get(0).n())),
                    event,
                    Long.parseLong(fields.get(2).n()),
                    Integer.parseInt(fields.get(3).n()),
                    fields.get(4).s()));
  }
}
