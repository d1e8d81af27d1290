package dev.atf.embedded;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.atf.frontend.lambda.FrontendStart;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.v1.Lambda;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.StoreException;
import dev.atf.store.embedded.database.DamagedStoreException;
import java.time.Duration;
import java.util.Collection;

/**
 * Registers lambdas on one machine that are missing; registered ones stay as they are. Queues in
 * memory ended with the last process, and are created again.
 */
public final class LambdaRegistration {
  private static final Duration AVAILABLE_WITHIN = Duration.ofMinutes(1);
  private static final Duration REPEAT_AFTER = Duration.ofMillis(500);

  private LambdaRegistration() {}

  /**
   * Creates the queues of all lambdas, and registers those of {@code lambdas} that are missing.
   *
   * @throws ConfigException if a lambda may not be registered, or store or queues do not answer
   */
  public static void ensure(FrontendStart frontend, Collection<Lambda> lambdas) {
    untilAvailable(frontend::createQueues);
    lambdas.forEach(lambda -> untilAvailable(() -> frontend.registerIfAbsent(lambda)));
  }

  /** Repeats a call while store or queues do not answer, as engines that are just starting. */
  static void untilAvailable(Runnable call) {
    var clock = MonotonicClock.system();
    long begun = clock.nanos();
    while (true) {
      try {
        call.run();
        return;
      } catch (StoreException | QueueUnavailableException e) {
        if (clock.since(begun).compareTo(AVAILABLE_WITHIN) >= 0) {
          throw new ConfigException("the lambdas cannot be registered: " + e.getMessage());
        }
      } catch (InvalidFieldException | DamagedStoreException e) {
        throw new ConfigException(String.valueOf(e.getMessage()));
      }
      Uninterruptibles.sleepUninterruptibly(REPEAT_AFTER);
    }
  }

  /** Returns the definition with which a lambda is registered that has no other. */
  public static Lambda.Builder withHistory(String name) {
    // On one machine the list of finished tasks is worth its write.
    return Lambda.newBuilder().setName(name).setHistory(Lambda.History.ALL);
  }
}
