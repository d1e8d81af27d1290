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
 * Registers missing lambdas on one machine. Registered lambdas are not changed. Queues in memory
 * were lost with the last process, and are created again.
 */
public final class LambdaRegistration {
  private static final Duration AVAILABLE_WITHIN = Duration.ofMinutes(1);
  private static final Duration REPEAT_AFTER = Duration.ofMillis(500);

  private LambdaRegistration() {}

  /**
   * Creates the queues of all lambdas, and registers the missing ones of {@code lambdas}.
   *
   * @throws ConfigException if a lambda cannot be registered, or if the store or the queues do not
   *     answer
   */
  public static void ensure(FrontendStart frontend, Collection<Lambda> lambdas) {
    untilAvailable(frontend::createQueues);
    lambdas.forEach(lambda -> untilAvailable(() -> frontend.registerIfAbsent(lambda)));
  }

  /**
   * Repeats a call until the store and the queues answer. Engines that are just starting do not
   * answer yet.
   */
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

  /** Returns the definition for a lambda that has no other definition. */
  public static Lambda.Builder withHistory(String name) {
    // On one machine the list of finished tasks is worth its write.
    return Lambda.newBuilder().setName(name).setHistory(Lambda.History.ALL);
  }
}
