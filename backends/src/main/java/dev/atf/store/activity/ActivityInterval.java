package dev.atf.store.activity;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskTransition;
import java.time.Duration;
import java.time.Instant;

/** Events of tasks in one interval of {@link Activity}. Not thread-safe. */
public final class ActivityInterval {
  private final long number;
  private final Delays deliveries = new Delays();
  private int scheduled;
  private int started;
  private int succeeded;
  private int failed;
  private int dead;

  ActivityInterval(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  void count(TaskTransition transition) {
    switch (transition.event()) {
      case SCHEDULE, SCHEDULE_EXPRESS, SCHEDULE_WAITING -> scheduled++;
      case CLAIM, CLAIM_AND_MOVE_ALARM -> {
        started++;
        if (transition.attempt() == 1) {
          deliveries.add(Duration.between(transition.header().scheduledAt(), transition.at()));
        }
      }
      case SUCCEED, SUCCEED_WITH_CHILDREN -> succeeded++;
      case FAIL_RETRIABLY, EXPIRE, FAIL_FATALLY, EXPIRE_FATALLY -> failed++;
      case ABANDON,
          TURN,
          HOLD,
          RELEASE,
          PUSH_AGAIN,
          PUSH_FAILED,
          PARK,
          HEARTBEAT,
          LOOK_AGAIN,
          SETTLE,
          CONFIRM_CANCEL,
          RETURN,
          BLOCK,
          BLOCK_UNCLAIMED,
          UNBLOCK,
          EXPIRE_CANCELLED,
          GIVE_UP,
          DROP,
          CANCEL,
          REQUEST_CANCEL,
          REQUEST_KILL,
          RESCHEDULE,
          RUN_NOW,
          REDRIVE -> {}
    }
    if (transition.to() == TaskStatus.FATAL_FAILURE && transition.event() != TaskEvent.DROP) {
      dead++;
    }
  }

  void add(ActivityInterval other) {
    deliveries.add(other.deliveries);
    scheduled += other.scheduled;
    started += other.started;
    succeeded += other.succeeded;
    failed += other.failed;
    dead += other.dead;
  }

  public Instant from() {
    return Instant.ofEpochMilli(number * Activity.INTERVAL.toMillis());
  }

  public Instant until() {
    return from().plus(Activity.INTERVAL);
  }

  public int scheduled() {
    return scheduled;
  }

  /** Returns the number of attempts that started. */
  public int started() {
    return started;
  }

  public int succeeded() {
    return succeeded;
  }

  /** Returns the number of attempts that failed, or were lost. */
  public int failed() {
    return failed;
  }

  /** Returns the number of tasks that became dead letters, including tasks that never ran. */
  public int dead() {
    return dead;
  }

  /** Returns the delays of first starts after their due time. */
  public Delays deliveries() {
    return deliveries;
  }
}
