package dev.atf.cli.lambda;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteLambdaResponse;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atf lambda delete}: closes an empty lambda, waits until no task can come, deletes it. */
@Command(
    name = "delete",
    description = {
      "Delete a lambda that has no unfinished tasks.",
      "First it is closed for new tasks. Then the command waits until no frontend can"
          + " accept one any more."
    })
final class LambdaDeleteCommand extends OneLambdaCommand {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final MonotonicClock clock = MonotonicClock.system();

  @Option(
      names = "--wait-timeout",
      paramLabel = "D",
      defaultValue = "2m",
      description = "Maximum duration of the wait (default: ${DEFAULT-VALUE}).")
  private Duration waitTimeout;

  @Override
  public Integer call() {
    return api.answer(this::delete, answer -> api.out().println(lambda + " is deleted"));
  }

  private DeleteLambdaResponse delete(ApiConnection connection) {
    long begun = clock.nanos();
    while (true) {
      try {
        return connection
            .lambdas()
            .deleteLambda(DeleteLambdaRequest.newBuilder().setLambda(lambda).build());
      } catch (StatusRuntimeException e) {
        boolean closing =
            RpcErrors.reasonOf(e).filter(r -> r == ErrorReason.LAMBDA_CLOSING).isPresent();
        if (!closing || clock.since(begun).compareTo(waitTimeout) >= 0) {
          throw e;
        }
        EndWait.pause(PAUSE);
      }
    }
  }
}
