package dev.atf.model.task;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bounded record of a task's changes. Each change has a slot that a writer knows without reading
 * the task. The release, the claim and the end of the last {@link #EPOCHS_MAX} epochs are kept, and
 * the last operation of each kind by people (ADR 0010).
 */
public record TaskHistory(Map<String, HistoryEntry> slots) {
  public static final TaskHistory EMPTY = new TaskHistory(Map.of());

  /** Number of epochs that are kept. It is enough to see how a task reached its tenth attempt. */
  static final int EPOCHS_MAX = 8;

  public TaskHistory {
    slots = Map.copyOf(slots);
  }

  /** Returns the slot of {@code entry}, which overwrites the one before. */
  public static String slotOf(HistoryEntry entry) {
    long ring = entry.epoch() % EPOCHS_MAX;
    return switch (entry.event()) {
      case RELEASE -> "r" + ring;
      case CLAIM, CLAIM_AND_MOVE_ALARM -> "c" + ring;
      case SUCCEED,
          SUCCEED_WITH_CHILDREN,
          FAIL_RETRIABLY,
          FAIL_FATALLY,
          CONFIRM_CANCEL,
          RETURN,
          BLOCK,
          BLOCK_UNCLAIMED,
          EXPIRE,
          EXPIRE_FATALLY,
          EXPIRE_CANCELLED,
          PARK ->
          "e" + ring;
      case TURN,
          UNBLOCK,
          HOLD,
          DROP,
          GIVE_UP,
          CANCEL,
          REQUEST_CANCEL,
          REQUEST_KILL,
          RESCHEDULE,
          RUN_NOW,
          REDRIVE ->
          entry.event().name();
      case SCHEDULE,
          SCHEDULE_EXPRESS,
          SCHEDULE_WAITING,
          ABANDON,
          PUSH_AGAIN,
          PUSH_FAILED,
          HEARTBEAT,
          LOOK_AGAIN,
          SETTLE ->
          throw new IllegalArgumentException(entry.event() + " is not recorded");
    };
  }

  public TaskHistory with(HistoryEntry entry) {
    var more = new HashMap<>(slots);
    more.put(slotOf(entry), entry);
    return new TaskHistory(more);
  }

  /**
   * Returns the entries by time. Entries of the same millisecond are in the order of the lifecycle.
   */
  public List<HistoryEntry> entries() {
    return slots.values().stream()
        .sorted(Comparator.comparing(HistoryEntry::at).thenComparing(HistoryEntry::event))
        .toList();
  }
}
