package dev.atf.storeconsumer.alarm;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** State that the alarms of one turn share. Thread-safe. */
final class AlarmTurn {
  /** Results of a turn's writes. */
  enum Writes {
    /** There were no writes, so the turn shows nothing about the store. */
    NONE,
    ANSWERED,
    /** All writes failed. */
    FAILED
  }

  private final Instant now;
  private final BooleanSupplier over;
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final Set<LambdaName> probed = ConcurrentHashMap.newKeySet();
  private final Set<TaskId> postponed = ConcurrentHashMap.newKeySet();

  /**
   * Creates the state of a turn.
   *
   * @param now start of the turn
   * @param over returns whether the remaining alarms are left to the next turn
   */
  AlarmTurn(Instant now, BooleanSupplier over) {
    this.now = now;
    this.over = over;
  }

  Instant now() {
    return now;
  }

  boolean isOver() {
    return over.getAsBoolean();
  }

  void answered() {
    answered.incrementAndGet();
  }

  void failed() {
    failed.incrementAndGet();
  }

  /** Postpones the alarm of a task that was not changed, as long as no lease may be ended. */
  void postpone(TaskId taskId) {
    postponed.add(taskId);
  }

  boolean isPostponed(TaskId taskId) {
    return postponed.contains(taskId);
  }

  /**
   * Returns whether this is the first probe of the lambda. Each lambda has its own probe, because
   * one lambda may be throttled.
   */
  boolean mayProbe(LambdaName lambda) {
    return probed.add(lambda);
  }

  Writes writes() {
    if (answered.get() > 0) {
      return Writes.ANSWERED;
    }
    return failed.get() > 0 ? Writes.FAILED : Writes.NONE;
  }
}
