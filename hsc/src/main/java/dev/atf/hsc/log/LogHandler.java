package dev.atf.hsc.log;

import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.log.LogClaims;
import dev.atf.store.StoreException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import jakarta.inject.Inject;
import java.time.Instant;

/** Keeps parts of the logs of attempts, as long as their tasks are kept. */
public final class LogHandler {
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
   * Keeps a part, unless one with its number is kept already.
   *
   * @return false if the claim is lost: then nothing is kept
   * @throws StoreException if it may be kept or not; repeating is safe
   */
  public boolean append(LogCall call, Instant now) {
    var attempt = call.attempt();
    var task =
        associations
            .find(attempt.taskId())
            .filter(found -> LogClaims.isHeld(found, attempt, call.lambda()));
    if (task.isEmpty()) {
      return false;
    }
    var retention = lambdas.termsOfRunning(call.lambda(), now).lambda().retention();
    var expiresAt = task.get().header().deadline().plus(retention);
    return writes.untilKnown(
        () -> {
          entities.putLog(
              attempt.taskId(), attempt.epoch(), call.number(), call.part().stored(), expiresAt);
          return true;
        });
  }
}
