package dev.atf.embedded;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc.LambdaServiceBlockingStub;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Collection;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Registers lambdas on one machine, through the public API; registered ones stay as they are.
 * Queues in memory ended with the last process: registering a lambda unchanged creates them again.
 */
public final class LambdaRegistration {
  private static final Duration AVAILABLE_WITHIN = Duration.ofMinutes(1);
  private static final Duration REPEAT_AFTER = Duration.ofMillis(500);

  private LambdaRegistration() {}

  /**
   * @param api returns a stub whose call has its time-out from now
   * @param lambdas to be registered if they are not, and to be opened if they are closed
   */
  public static void ensure(Supplier<LambdaServiceBlockingStub> api, Collection<Lambda> lambdas) {
    var missing = new TreeMap<String, Lambda>();
    lambdas.forEach(lambda -> missing.put(lambda.getName(), lambda));
    var known =
        untilAvailable(() -> api.get().listLambdas(ListLambdasRequest.getDefaultInstance()));
    for (var lambda : known.getLambdasList()) {
      // Registering would open a lambda that its owner closed, to delete it.
      if (missing.remove(lambda.getName()) != null || !lambda.hasClosedAt()) {
        register(api, definition(lambda));
      }
    }
    missing.values().forEach(lambda -> register(api, lambda));
  }

  private static void register(Supplier<LambdaServiceBlockingStub> api, Lambda lambda) {
    var unused = untilAvailable(() -> api.get().registerLambda(lambda));
  }

  /** Repeats a call while store or queues do not answer, as engines that are just starting. */
  private static <T> T untilAvailable(Supplier<T> call) {
    var clock = MonotonicClock.system();
    long begun = clock.nanos();
    while (true) {
      try {
        return call.get();
      } catch (StatusRuntimeException e) {
        if (e.getStatus().getCode() != Status.Code.UNAVAILABLE
            || clock.since(begun).compareTo(AVAILABLE_WITHIN) >= 0) {
          throw e;
        }
      }
      Uninterruptibles.sleepUninterruptibly(REPEAT_AFTER);
    }
  }

  private static Lambda definition(Lambda known) {
    return known.toBuilder().clearLive().clearGates().clearUpdatedAt().clearClosedAt().build();
  }

  /** Returns the definition with which a lambda is registered that has no other. */
  public static Lambda.Builder withHistory(String name) {
    // On one machine the list of finished tasks is worth its write.
    return Lambda.newBuilder().setName(name).setHistory(Lambda.History.ALL);
  }
}
