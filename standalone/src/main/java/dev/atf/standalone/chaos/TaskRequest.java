package dev.atf.standalone.chaos;

import dev.atf.model.TaskStatus;
import dev.atf.simulation.world.Operation;
import java.time.Duration;

/**
 * What a client asks for once, however often it must repeat itself.
 *
 * @param key of idempotency
 * @param delay until it is due
 * @param cancelAfter when it changes its mind, if {@code cancelled}
 */
record TaskRequest(
    String key,
    String lambda,
    Operation operation,
    Duration delay,
    boolean cancelled,
    Duration cancelAfter) {
  /** Of the failures that were asked for. */
  static final String FATAL_CODE = "BROKEN";

  /** Whether a task that began with this request may end so, if nobody had to die for it. */
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
      case NEW, ENQUEUED, CLAIMED, PROCESSING, RETRIABLE_FAILURE -> false;
    };
  }
}
