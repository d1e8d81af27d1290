package dev.atf.hsc.log;

import dev.atf.hsc.call.Attempts;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.LambdaName;
import dev.atf.model.log.LogClaims;
import dev.atf.model.log.LogPart;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.store.StoreException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import jakarta.inject.Inject;
import java.time.Instant;

/** Stores parts of the logs of attempts, for as long as their tasks are stored. */
public final class LogHandler {
  /**
   * Maximum number of parts of one attempt. With one part every two seconds, it covers five hours
   * of output.
   */
  public static final int PARTS_MAX = 10_000;

  private final TaskAssociations associations;
  private final TaskEntities entities;
  private final RetryingWrites writes;
  private final Lambdas lambdas;

  @Inject
  LogHandler(
      TaskAssociations associations,
      TaskEntities entities,
      RetryingWrites writes,
      Lambdas lambdas) {
    this.associations = associations;
    this.entities = entities;
    this.writes = writes;
    this.lambdas = lambdas;
  }

  /**
   * Stores the part of a checked request, unless a part with its number is already stored.
   *
   * @return false if the claim is lost and nothing was stored
   * @throws StoreException if the part was possibly not stored; the call can be repeated
   */
  public boolean append(AppendLogRequest request, Instant now) {
    var lambda = new LambdaName(request.getLambda());
    var attempt = Attempts.of(request.getAttemptRef());
    var task =
        associations
            .find(attempt.taskId())
            .filter(found -> LogClaims.isHeld(found, attempt, lambda));
    if (task.isEmpty()) {
      return false;
    }
    var retention = lambdas.effectiveForRunning(lambda, now).definition().retention();
    var expiresAt = task.get().header().deadline().plus(retention);
    var part = new LogPart(request.getText().toStringUtf8(), request.getLast()).stored();
    return writes.retryUntilKnown(
        () -> {
          entities.putLog(attempt.taskId(), attempt.epoch(), request.getPart(), part, expiresAt);
          return true;
        });
  }
}
