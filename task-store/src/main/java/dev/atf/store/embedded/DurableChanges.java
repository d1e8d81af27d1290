package dev.atf.store.embedded;

import dev.atf.model.task.TaskEvent;

/**
 * Changes that somebody else learns of, and that must therefore be durable before their answer. The
 * others are the store consumer's own marks, and ride on the next commit: one that is lost is made
 * again when the alarm before it rings, and nobody has seen it (ADR 0013).
 */
final class DurableChanges {
  private DurableChanges() {}

  static boolean of(TaskEvent event) {
    return switch (event) {
      case TURN,
          RELEASE,
          PUSH_AGAIN,
          PUSH_FAILED,
          HOLD,
          PARK,
          BLOCK_UNCLAIMED,
          UNBLOCK,
          LOOK_AGAIN,
          EXPIRE,
          SETTLE ->
          false;
      // A lost claim would be an epoch that is claimed twice, a lost heartbeat a lease that ends
      // under a living executor: executors outlive this process.
      case CLAIM, CLAIM_AND_MOVE_ALARM, HEARTBEAT -> true;
      case SCHEDULE,
          SCHEDULE_EXPRESS,
          SCHEDULE_WAITING,
          ABANDON,
          SUCCEED,
          SUCCEED_WITH_CHILDREN,
          FAIL_RETRIABLY,
          FAIL_FATALLY,
          CONFIRM_CANCEL,
          RETURN,
          BLOCK,
          EXPIRE_FATALLY,
          EXPIRE_CANCELLED,
          GIVE_UP,
          DROP,
          CANCEL,
          REQUEST_CANCEL,
          REQUEST_KILL,
          RESCHEDULE,
          RUN_NOW,
          REDRIVE ->
          true;
    };
  }
}
