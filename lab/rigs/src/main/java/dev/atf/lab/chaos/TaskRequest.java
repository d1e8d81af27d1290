package dev.atf.lab.chaos;

import dev.atf.model.TaskStatus;
import dev.atf.simulation.world.Operation;
import java.time.Duration;
import java.util.Random;

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
  /** Lambda of most tasks. */
  static final String STEADY = "steady";

  /** Lambda whose handlers sometimes kill their process, together with the other tasks in it. */
  static final String POISONED = "poisoned";

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

  /** Draws the requests of clients: a mixture of everything that can happen to a task. */
  static final class Generator {
    private static final long LEASE_MILLIS = ChaosRun.LEASE.lease().toMillis();

    /**
     * Mean time between requests that kill their process. Such a task is given up after three
     * deaths, and all processes of the lambda restart after each.
     */
    private static final int POISON_EVERY_SECONDS = 20;

    private final Random random;
    private final int rate;
    private long count;

    /**
     * @param rate requests a second
     */
    Generator(long seed, int rate) {
      this.random = new Random(seed);
      this.rate = rate;
    }

    TaskRequest next() {
      var key = "wish-" + count++;
      var quick = new Operation(Operation.Kind.SUCCEED, random.nextLong(200), 0);
      if (random.nextInt(POISON_EVERY_SECONDS * rate) == 0) {
        return now(key, POISONED, new Operation(Operation.Kind.POISON, random.nextLong(100), 0));
      }
      int draw = random.nextInt(100);
      if (draw < 4) {
        return now(key, POISONED, quick);
      }
      if (draw < 14) {
        return now(
            key, STEADY, new Operation(Operation.Kind.FAIL_RETRIABLY, 20, 1 + random.nextInt(2)));
      }
      if (draw < 18) {
        return now(key, STEADY, new Operation(Operation.Kind.FAIL_FATALLY, 20, 0));
      }
      if (draw < 22) {
        // Longer than a lease.
        return now(
            key,
            STEADY,
            new Operation(Operation.Kind.SUCCEED, LEASE_MILLIS + random.nextLong(2_000), 0));
      }
      if (draw < 27) {
        return cancelled(key, new Operation(Operation.Kind.RUN_ON, 0, 0), Duration.ZERO);
      }
      if (draw < 32) {
        return cancelled(key, quick, upTo(3_000));
      }
      if (draw < 47) {
        return new TaskRequest(key, STEADY, quick, upTo(8_000), false, Duration.ZERO);
      }
      return now(key, STEADY, quick);
    }

    private static TaskRequest now(String key, String lambda, Operation operation) {
      return new TaskRequest(key, lambda, operation, Duration.ZERO, false, Duration.ZERO);
    }

    private TaskRequest cancelled(String key, Operation operation, Duration delay) {
      return new TaskRequest(key, STEADY, operation, delay, true, upTo(3_000));
    }

    private Duration upTo(long millis) {
      return Duration.ofMillis(random.nextLong(millis));
    }
  }
}
