package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.function.Predicate;

/** Effects of a success that are durable before its outcome is. All may be repeated. */
public interface SuccessEffects {
  /**
   * Writes the contents of the children, none of which runs before the outcome is written (ADR
   * 0035). Returns the children that an earlier call with the same report has written.
   *
   * @param mayBeScheduled accepts the lambdas that the reporter may schedule, including its own
   * @throws dev.atf.store.StoreException if some are perhaps not durable
   */
  ChildWriteResult writeChildren(
      Attempt attempt,
      Report.What.Success success,
      Predicate<LambdaName> mayBeScheduled,
      Instant now);

  /**
   * Writes what others need to know of a large result that they cannot read.
   *
   * @param result stored apart from the outcome
   * @param expiresAt when the result may be forgotten
   * @throws dev.atf.store.StoreException if it is perhaps not durable
   */
  void describe(Association task, Payload result, Instant expiresAt);
}
