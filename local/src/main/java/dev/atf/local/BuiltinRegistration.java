package dev.atf.local;

import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc.LambdaServiceBlockingStub;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Registers lambdas on one machine, through the public API; registered ones stay as they are.
 * Queues in memory ended with the last process: registering a lambda unchanged creates them again.
 */
final class BuiltinRegistration {
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration REPEAT_AFTER = Duration.ofMillis(500);

  private BuiltinRegistration() {}

  /**
   * @param builtins lambdas to register if they are not, and to open if they are closed
   */
  static void ensure(String frontendUri, Collection<String> builtins, Optional<String> token) {
    try (var api = ApiConnection.open(frontendUri, CALL_TIMEOUT, token)) {
      var known =
          untilAvailable(() -> ready(api).listLambdas(ListLambdasRequest.getDefaultInstance()));
      var missing = new TreeSet<>(builtins);
      for (var lambda : known.getLambdasList()) {
        // Registering would open a lambda that its owner closed, to delete it.
        if (missing.remove(lambda.getName()) || !lambda.hasClosedAt()) {
          again(api, lambda);
        }
      }
      missing.forEach(name -> anew(api, name));
    }
  }

  /** Waits for the connection, which may fail at first on a busy machine. */
  private static LambdaServiceBlockingStub ready(ApiConnection api) {
    return api.lambdas().withWaitForReady();
  }

  private static void again(ApiConnection api, Lambda known) {
    register(
        api, known.toBuilder().clearLive().clearGates().clearUpdatedAt().clearClosedAt().build());
  }

  private static void anew(ApiConnection api, String name) {
    register(
        api,
        Lambda.newBuilder()
            .setName(name)
            .setDescription("built-in")
            // On one machine the list of finished tasks is worth its write.
            .setHistory(Lambda.History.ALL)
            .build());
  }

  private static void register(ApiConnection api, Lambda lambda) {
    var unused = untilAvailable(() -> ready(api).registerLambda(lambda));
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
            || clock.since(begun).compareTo(CALL_TIMEOUT) >= 0) {
          throw e;
        }
      }
      Pause.until(clock.nanos() + REPEAT_AFTER.toNanos(), clock);
    }
  }
}
