package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Effects of a success, which must be durable before the outcome is written. Every method can be
 * repeated.
 */
public interface SuccessEffects {
  /** Result of writing the children that a success reports. */
  sealed interface Written {
    /** The children are durable, so the outcome may name them. */
    record Ready(Children children) implements Written {}

    /** A child is invalid. */
    record Refused(Failure failure) implements Written {}

    /** Another report of this claim has started to write other children. */
    record Contradicted() implements Written {}
  }

  /** Returns all tasks that a success schedules, including those that another task waits for. */
  static Stream<ScheduleRequest> children(AttemptResult.Success success) {
    return Stream.concat(
        success.getChildrenList().stream(),
        success.getJoinsList().stream()
            .flatMap(
                join -> Stream.concat(join.getChildrenList().stream(), Stream.of(join.getThen()))));
  }

  /**
   * Writes the contents of the children. No child runs before the outcome is written (ADR 0035). If
   * an earlier call with the same report has written children, these are returned.
   *
   * @param mayBeScheduled accepts the lambdas that the reporter may schedule, including its own
   * @throws dev.atf.store.StoreException if some children are possibly not durable
   */
  Written writeChildren(
      Attempt attempt,
      AttemptResult.Success success,
      Predicate<LambdaName> mayBeScheduled,
      Instant now);

  /**
   * Writes a description of a large result for readers that cannot read the result.
   *
   * @param result result that is stored separately from the outcome
   * @param expiresAt when the result may be forgotten
   * @throws dev.atf.store.StoreException if the description is possibly not durable
   */
  void describe(Association task, Payload result, Instant expiresAt);
}
