package dev.atf.standalone.local;

import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.standalone.cli.ApiConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Collection;

/** Registers lambdas on one machine, through the public API; what is registered stays as it is. */
final class BuiltinRegistration {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);

  private BuiltinRegistration() {}

  static void ensure(String frontendUri, Collection<String> lambdas) {
    try (var api = ApiConnection.open(frontendUri, CALL_TIMEOUT)) {
      lambdas.forEach(name -> ensure(api, name));
    }
  }

  private static void ensure(ApiConnection api, String name) {
    try {
      var known = api.lambdas().getLambda(GetLambdaRequest.newBuilder().setLambda(name).build());
      // Queues in memory went with the last process; registering makes them again.
      api.lambdas()
          .registerLambda(known.toBuilder().clearLive().clearGates().clearUpdatedAt().build());
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
        throw e;
      }
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder()
                  .setName(name)
                  .setDescription("built-in")
                  // On one machine a list of what was done is worth its write.
                  .setHistory(Lambda.History.ALL)
                  .build());
    }
  }
}
