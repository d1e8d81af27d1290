package dev.atf.lab.chaos;

import dev.atf.model.TaskStatus;
import dev.atf.simulation.world.Operation;
import java.time.Duration;

/**
 * Request of a client, made once, however often the call must be repeated.
 *
 * @param key idempotency key
 * @param delay time until it is due
 * @param cancelAfter time until the client cancels it, if {@code cancelled}
 */
record TaskRequest(
    String key,
    String lambda,
    Operation operation,
    Duration delay,
    boolean cancelled,
    Duration cancelAfter) {
  /** Code of the failures that were asked for. */
  static final String FATAL_CODE = "BROKEN";

  /** Returns whether a task of this request may end so if its executors did not die. */
  boolean mayEnd(TaskStatus status, String failureCode) {
    return switch (status) {
      case SUCCESS ->
          switch (operation.kind()) {
            case SUCCEED, FAIL_RETRIABLY -> true;
            case NOT_NOW, FAIL_FATALLY, RUN_ON, IGNORE_EVERYTHING, POISON -> false;
          };
      case FATAL_FAILURE ->
          operation.kind() == Operation.Kind.FAIL_FATALLY && failureCode.equals(FATAL_CODE);
      case CANCELLED -> cancelled;
      case NEW, ENQUEUED, CLAIMED, PROCESSING, RETRIABLE_FAILURE, BLOCKED -> false;
    };
  }
}
