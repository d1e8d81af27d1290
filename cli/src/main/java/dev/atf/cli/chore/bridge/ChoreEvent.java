package dev.atf.cli.chore.bridge;

import org.jspecify.annotations.Nullable;

/**
 * Event that a bridge reports; with {@code --json} a document.
 *
 * @param event kind of the event: taken, scheduled, done, skipped or fault
 * @param chore directory of the chore; null if the event is not about a chore
 * @param state state of a chore that is done
 * @param detail the reason
 */
public record ChoreEvent(
    String event,
    @Nullable String chore,
    @Nullable String taskId,
    @Nullable String state,
    @Nullable String detail) {
  static ChoreEvent taken(String chore) {
    return new ChoreEvent("taken", chore, null, null, null);
  }

  static ChoreEvent scheduled(String chore, String taskId) {
    return new ChoreEvent("scheduled", chore, taskId, null, null);
  }

  static ChoreEvent done(String chore, @Nullable String taskId, String state, String detail) {
    return new ChoreEvent("done", chore, taskId, state, detail.isEmpty() ? null : detail);
  }

  static ChoreEvent skipped(String chore, String detail) {
    return new ChoreEvent("skipped", chore, null, null, detail);
  }

  static ChoreEvent fault(String detail) {
    return new ChoreEvent("fault", null, null, null, detail);
  }

  /** Returns the event as a line for people. */
  public String line() {
    var line = new StringBuilder(chore == null ? event : "chore " + chore + ": " + event);
    if (state != null) {
      line.append(", ").append(state);
    }
    if (taskId != null) {
      line.append(", task ").append(taskId);
    }
    if (detail != null) {
      line.append(": ").append(detail);
    }
    return line.toString();
  }
}
