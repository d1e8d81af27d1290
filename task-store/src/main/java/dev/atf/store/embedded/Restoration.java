package dev.atf.store.embedded;

import dev.atf.model.Alarm;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a task in a store that is made from a backup. Since the backup it may have been
 * released and claimed, and handlers may have shown those epochs to others: each epoch from now on
 * is later than any of them.
 */
final class Restoration {
  /**
   * Number of epochs added: more releases than a task can have had since its backup; one a second
   * for thirty years.
   */
  static final long EPOCHS = 1_000_000_000;

  private Restoration() {}

  static Association of(Association task, Instant notBefore) {
    return switch (task.status()) {
      // It does not run again, and its large result is kept under its epoch.
      case SUCCESS, CANCELLED -> task;
      case FATAL_FAILURE -> jumped(task);
      case NEW, RETRIABLE_FAILURE, BLOCKED -> later(jumped(task), notBefore);
      // The queues are gone: it is released again.
      case ENQUEUED ->
          new Change.SetTrigger(new Trigger(Alarm.DUE, notBefore))
              .apply(new Change.SetStatus(TaskStatus.NEW).apply(jumped(task)));
      case CLAIMED, PROCESSING -> ended(jumped(task), notBefore);
    };
  }

  private static Association jumped(Association task) {
    return new Change.SetEpoch(task.epoch() + EPOCHS).apply(task);
  }

  private static Association later(Association task, Instant notBefore) {
    @Nullable Trigger trigger = task.trigger();
    return trigger == null || !trigger.at().isBefore(notBefore)
        ? task
        : new Change.SetTrigger(new Trigger(trigger.alarm(), notBefore)).apply(task);
  }

  /** Its executor is refused by the epoch; its lease ends, and the attempt counts. */
  private static Association ended(Association task, Instant notBefore) {
    var held = new Change.ExtendLease(notBefore).apply(task);
    return new Change.SetTrigger(new Trigger(Alarm.CHECK, notBefore)).apply(held);
  }
}
