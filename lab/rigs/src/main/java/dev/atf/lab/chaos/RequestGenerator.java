package dev.atf.lab.chaos;

import dev.atf.simulation.world.Operation;
import java.time.Duration;
import java.util.Random;

/** Draws the requests of clients: a mixture of everything that can happen to a task. */
final class RequestGenerator {
  /** Lambda of most tasks. */
  static final String STEADY = "steady";

  /** Lambda whose handlers sometimes kill their process, together with the other tasks in it. */
  static final String POISONED = "poisoned";

  private static final long LEASE_MILLIS = ChaosRun.LEASE.lease().toMillis();

  /**
   * Mean time between requests that kill their process. Such a task is given up after three deaths,
   * and all processes of the lambda restart after each.
   */
  private static final int POISON_EVERY_SECONDS = 20;

  private final Random random;
  private final int rate;
  private long count;

  /**
   * @param rate requests a second
   */
  RequestGenerator(long seed, int rate) {
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
