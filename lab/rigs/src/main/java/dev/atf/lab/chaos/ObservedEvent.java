package dev.atf.lab.chaos;

import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.simulation.check.ObservedChange;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Determines the event between two versions of a task: by its history, and for the few events that
 * the history does not keep, by the changes that they make.
 */
final class ObservedEvent {
  private ObservedEvent() {}

  /**
   * @param seenAt time of an event that has none of its own
   * @return empty if no event makes this change
   */
  static Optional<ObservedChange> of(Association before, Association after, Instant seenAt) {
    var recorded =
        after.history().slots().entrySet().stream()
            .filter(slot -> !slot.getValue().equals(before.history().slots().get(slot.getKey())))
            .map(Map.Entry::getValue)
            .max(Comparator.comparing(HistoryEntry::at));
    if (recorded.isPresent()) {
      var entry = recorded.get();
      return Optional.of(new ObservedChange(entry.at(), entry.event(), before, after));
    }
    return unrecorded(before, after)
        .map(event -> new ObservedChange(timeOf(event, before, seenAt), event, before, after));
  }

  /**
   * Returns the time of an event: a second push is never before the alarm, however late it is seen.
   */
  private static Instant timeOf(TaskEvent event, Association before, Instant seenAt) {
    var trigger = before.trigger();
    return event == TaskEvent.PUSH_AGAIN && trigger != null ? trigger.at() : seenAt;
  }

  private static Optional<TaskEvent> unrecorded(Association before, Association after) {
    return switch (after.status()) {
      case ENQUEUED ->
          before.status() == after.status()
              ? Optional.of(after.pushes() > 0 ? TaskEvent.PUSH_AGAIN : TaskEvent.PUSH_FAILED)
              : Optional.empty();
      case CLAIMED, PROCESSING ->
          before.status().running()
              ? Optional.of(
                  Objects.equals(before.trigger(), after.trigger())
                      ? TaskEvent.HEARTBEAT
                      : TaskEvent.LOOK_AGAIN)
              : Optional.empty();
      case NEW, RETRIABLE_FAILURE, BLOCKED, SUCCESS, FATAL_FAILURE, CANCELLED -> Optional.empty();
    };
  }
}
