package dev.atf.hsc.claim;

import dev.atf.hsc.call.Attempts;
import dev.atf.hsc.call.Digests;
import dev.atf.hsc.condition.BlockRequest;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.Block;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Quarantine;
import dev.atf.model.task.RetryDecision;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.WallTime;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.validation.TaskStatusCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Rules for one reported result. They return the next step, which {@link Results} performs. They
 * decide from the result only if that is enough; otherwise from the association, which was read or
 * has refused a write.
 *
 * @param result result, which the adapter has checked
 * @param digest digest that is the same for every repetition of this report, and different for
 *     another outcome
 * @param notes notes of the handler that no heartbeat has carried
 */
public record ResultRules(
    Call call, AttemptResult result, Attempt attempt, String digest, Notes notes) {
  /** Maximum size of a content type in bytes. An item with the largest result has space for it. */
  private static final int TYPE_BYTES_MAX = 1024;

  private static final Duration RETRY_AFTER_MAX = Limits.SCHEDULE_AHEAD_MAX;

  /**
   * Facts that all results of one call have in common.
   *
   * @param executor executor whose attempts are reported, by itself or by its host
   */
  public record Call(
      EffectiveLambda lambda,
      ExecutorId executor,
      ReturnDelay returnDelay,
      Pace pace,
      WallTime now,
      RandomGenerator random) {}

  /** Delays retries that the lambda's budget does not allow yet. */
  @FunctionalInterface
  public interface Pace {
    /**
     * Returns the time for a retry that is about to be written.
     *
     * @param at time by the backoff, or as the handler requested; the result is never earlier
     * @param deadline deadline of the task, after {@code at}; the result is before it
     */
    Instant paced(Instant at, Instant deadline);
  }

  /** Next step. */
  public sealed interface Next {
    /** Reads the association, because the result is not enough to decide. */
    record Read() implements Next {}

    /**
     * Writes a transition. If it is refused, the next decision uses the association that refused
     * it.
     */
    record Write(Transition transition) implements Next {}

    /** Stores a result, and then writes the transition that points to it. */
    record StoreThenWrite(
        Association task, Payload result, Instant expiresAt, Transition transition)
        implements Next {}

    /** Writes the children of the success. The next decision uses the result of this step. */
    record CreateChildren(Association parent) implements Next {}

    /** Registers the task with its condition. The next decision uses the condition's answer. */
    record Join(Association task, BlockRequest asked) implements Next {}

    /** Answers the executor; nothing else is left to do. */
    record Answer(ResultVerdict verdict) implements Next {}
  }

  static ResultRules of(Call call, AttemptResult result, Notes notes) {
    return new ResultRules(
        call, result, Attempts.of(result.getAttemptRef()), Digests.of(result), notes);
  }

  /** Returns the verdict on a result that was recorded, now or before. */
  static ResultVerdict recorded(Association task) {
    return ResultVerdict.newBuilder()
        .setVerdict(Verdict.RECORDED)
        .setStatus(TaskStatusCodec.proto(task.status()))
        .build();
  }

  private static Next.Answer answer(Verdict verdict) {
    return new Next.Answer(ResultVerdict.newBuilder().setVerdict(verdict).build());
  }

  /** Returns whether the executor's host reports, instead of the executor. */
  boolean isOfADeath() {
    return result.hasExecutorDied();
  }

  /**
   * Returns the first step, without a read if possible. Four kinds of results need the association
   * first. A retriable failure needs the task's deadline, and a drain needs the number of earlier
   * drains. A large result must not replace that of an outcome that was recorded before. Children
   * must not be created for a lost claim.
   */
  public Next first() {
    return switch (result.getOutcomeCase()) {
      case SUCCESS ->
          (isStoredApart() || hasChildren()) && !isTooLarge()
              ? new Next.Read()
              : new Next.Write(succeedInline(result.getAttempt(), ending()));
      case FATAL_FAILURE -> new Next.Write(fail(reported(), result.getAttempt(), ending()));
      case CANCELLED -> new Next.Write(confirmCancel(ending()));
      case RETURNED -> isDrain() ? new Next.Read() : new Next.Write(returnWork());
      case RETRIABLE_FAILURE, EXECUTOR_DIED, BLOCKED -> new Next.Read();
      case OUTCOME_NOT_SET -> throw new IllegalStateException("the edge has let it through");
    };
  }

  /**
   * Continues from the current association. If the task has changed since it was read, its guards
   * refuse the returned write.
   */
  public Next from(Optional<Association> found) {
    if (found.isEmpty() || !hasClaim(found.get())) {
      return answer(Verdict.LEASE_LOST);
    }
    var task = found.get();
    if (!task.status().running()) {
      return afterEnd(task);
    }
    return switch (result.getOutcomeCase()) {
      case SUCCESS -> succeed(task);
      case FATAL_FAILURE -> new Next.Write(fail(reported(), task.attempt(), ending(task)));
      case RETRIABLE_FAILURE -> new Next.Write(retry(named(reported(), task), retryAfter(), task));
      case CANCELLED ->
          new Next.Write(
              task.cancelRequested()
                  ? confirmCancel(ending(task))
                  : retry(unaskedCancel(), Optional.empty(), task));
      case RETURNED -> new Next.Write(returned(task));
      case EXECUTOR_DIED -> new Next.Write(executorDied(task));
      case BLOCKED -> blocked(BlockRequest.of(result.getBlocked()), task);
      case OUTCOME_NOT_SET -> throw new IllegalStateException("the edge has let it through");
    };
  }

  /**
   * Returns whether the task has the claim and, if a host reports, whether the owner is one of the
   * host's executors.
   */
  private boolean hasClaim(Association task) {
    var lease = task.lease();
    return task.epoch() == attempt.epoch()
        && task.header().lambda().equals(lambda())
        && lease != null
        && lease.claimId().equals(attempt.claimId())
        && (!isOfADeath() || lease.owner().equals(call.executor()));
  }

  /**
   * Answers for a claim that has ended by its own report. If the framework has changed the task
   * since then, such as by a cancel while it waited for its retry, the lease is lost.
   */
  private Next afterEnd(Association task) {
    var outcome = task.outcome();
    if (outcome == null || outcome.digest().isEmpty()) {
      return answer(Verdict.LEASE_LOST);
    }
    return outcome.digest().equals(digest)
        ? new Next.Answer(recorded(task))
        : answer(Verdict.RESULT_CONFLICT);
  }

  // Success

  private Next succeed(Association task) {
    if (!task.header().deadline().isAfter(deadlinePassed())) {
      var tooLate =
          FrameworkFailure.DEADLINE_EXCEEDED.because(
              "it succeeded after its deadline, " + task.header().deadline());
      return new Next.Write(fail(tooLate, task.attempt(), ending(task)));
    }
    if (isTooLarge()) {
      return new Next.Write(succeedInline(task.attempt(), ending(task)));
    }
    if (hasChildren()) {
      return new Next.CreateChildren(task);
    }
    return write(task, Transitions.succeed(attempt, lambda(), success(), ending(task), notes));
  }

  /** Decides on a success after the attempt to write its children. */
  public Next childrenWritten(Association parent, SuccessEffects.Written written) {
    if (written instanceof SuccessEffects.Written.Refused refused) {
      return new Next.Write(fail(refused.failure(), parent.attempt(), ending(parent)));
    }
    if (written instanceof SuccessEffects.Written.Ready ready) {
      var outcome = success().with(ready.children());
      return write(
          parent, ChildTransitions.succeed(attempt, lambda(), outcome, ending(parent), notes));
    }
    return answer(Verdict.RESULT_CONFLICT);
  }

  /**
   * Returns the step that writes a success before the deadline. A large result is written before
   * the success.
   */
  private Next write(Association task, Transition success) {
    if (!isStoredApart()) {
      return new Next.Write(inTime(success));
    }
    var keepUntil = task.header().keepUntil();
    var expiresAt = keepUntil == null ? ending().expiresAt() : keepUntil;
    return new Next.StoreThenWrite(task, payload(), expiresAt, inTime(success));
  }

  private Transition succeedInline(int number, Ending ending) {
    if (isTooLarge()) {
      var failure =
          FrameworkFailure.RESULT_TOO_LARGE.because(
              "result: %d bytes (expected: at most %d); media type: %d bytes (expected: at most %d)"
                  .formatted(
                      result.getSuccess().getResult().size(),
                      resultBytesMax(),
                      typeBytes(),
                      TYPE_BYTES_MAX));
      return fail(failure, number, ending);
    }
    return inTime(Transitions.succeed(attempt, lambda(), success(), ending, notes));
  }

  private Outcome success() {
    return isStoredApart()
        ? Outcome.successStoredApart(digest)
        : Outcome.success(digest, payload());
  }

  private Payload payload() {
    var success = result.getSuccess();
    return new Payload(success.getResult().toByteArray(), success.getContentType());
  }

  private boolean hasChildren() {
    return result.getSuccess().getChildrenCount() > 0 || result.getSuccess().getJoinsCount() > 0;
  }

  /** Returns whether the result exceeds a limit. Executors compute its size in the same way. */
  private boolean isTooLarge() {
    return result.getSuccess().getResult().size() > resultBytesMax()
        || typeBytes() > TYPE_BYTES_MAX;
  }

  private int resultBytesMax() {
    return call.lambda().definition().resultBytesMax();
  }

  private boolean isStoredApart() {
    return resultBytes() > Limits.INLINE_RESULT_BYTES_MAX;
  }

  private int resultBytes() {
    return result.getSuccess().getResult().size() + typeBytes();
  }

  private int typeBytes() {
    return result.getSuccess().getContentTypeBytes().size();
  }

  /**
   * Returns the success as a failure if the deadline has passed. Such a task is a dead letter, even
   * if it ends later.
   */
  private Transition inTime(Transition success) {
    return Transitions.inTime(success, deadlinePassed());
  }

  /**
   * Returns the latest deadline that has certainly passed. The executor stops by its own clock, so
   * the errors of both clocks are subtracted.
   */
  private Instant deadlinePassed() {
    return call.now().certain(call.lambda().cluster().clockErrorMax().multipliedBy(2));
  }

  // Failure

  /** Returns the failure that the handler reported. */
  private Failure reported() {
    boolean retriable = result.hasRetriableFailure();
    var failed = retriable ? result.getRetriableFailure().getFailure() : result.getFatalFailure();
    return new Failure(failed.getCode(), failed.getMessage(), failed.getDetails(), retriable);
  }

  /**
   * Returns the delay that the handler requested, limited to the valid range. An invalid number
   * must not fail this result or the others in the call.
   */
  private Optional<Duration> retryAfter() {
    if (!result.getRetriableFailure().hasRetryAfter()) {
      return Optional.empty();
    }
    var asked = result.getRetriableFailure().getRetryAfter();
    if (asked.getSeconds() > RETRY_AFTER_MAX.toSeconds()) {
      return Optional.of(RETRY_AFTER_MAX);
    }
    if (asked.getSeconds() < 0 || asked.getNanos() < 0) {
      return Optional.of(Duration.ZERO);
    }
    var exact = Duration.ofSeconds(asked.getSeconds(), asked.getNanos());
    return Optional.of(Duration.ofMillis(exact.toMillis()));
  }

  /**
   * Returns the failure with the name of the person who requested the kill, which the executor does
   * not know.
   */
  private static Failure named(Failure failure, Association task) {
    return task.isToBeKilled() && failure.code().equals(FrameworkFailure.KILLED.name())
        ? FrameworkFailure.KILLED.because(task.killReason(), failure.details())
        : failure;
  }

  private Transition fail(Failure failure, int number, Ending ending) {
    return Transitions.failFatally(
        attempt, lambda(), number, Outcome.failure(digest, failure), ending, notes);
  }

  /** Returns the transition for a retry. A failure after a cancel request ends the task. */
  private Transition retry(Failure failure, Optional<Duration> retryAfter, Association task) {
    return retry(failure, retryAfter, task, 0);
  }

  private Transition retry(
      Failure failure, Optional<Duration> retryAfter, Association task, int deaths) {
    if (task.cancelRequested()) {
      return confirmCancel(
          "its attempt failed: " + failure.code() + ": " + failure.message(),
          failure.details(),
          ending(task));
    }
    var decision =
        RetryDecision.after(
            failure,
            task,
            retryAfter,
            call.lambda().definition().retry(),
            call.now(),
            call.random());
    if (decision instanceof RetryDecision.GiveUp giveUp) {
      return fail(giveUp.failure(), task.attempt(), ending(task));
    }
    return Transitions.failRetriably(
        attempt,
        lambda(),
        task.attempt(),
        Outcome.failure(digest, failure),
        now(),
        paced(((RetryDecision.RetryAt) decision).at(), task.header().deadline()),
        notes,
        deaths);
  }

  /**
   * Returns the time of a retry. A retry that an unreliable clock places after the deadline is not
   * paced.
   */
  private Instant paced(Instant at, Instant deadline) {
    return at.isBefore(deadline) ? call.pace().paced(at, deadline) : at;
  }

  /**
   * Returns the transition for a death: it counts as the end of a silent lease, without waiting for
   * it. A death after a request to kill the attempt is considered that kill, and the death of an
   * executor that was asked to exit is considered its drain. Neither is a death that the task has
   * caused.
   */
  private Transition executorDied(Association task) {
    var died = result.getExecutorDied();
    var how = "executor %s: %s".formatted(call.executor(), died.getHow());
    if (task.isToBeKilled()) {
      var killed =
          FrameworkFailure.KILLED.because(task.killReason() + "; " + how, died.getDetails());
      return retry(killed, Optional.empty(), task, task.deaths());
    }
    if (died.getDrained()) {
      return task.cancelRequested()
          ? confirmCancel("its executor ended: " + how, died.getDetails(), ending(task))
          : drained(task, FrameworkFailure.EXECUTOR_DRAINED + ": " + how, task.deaths());
    }
    var lease = Objects.requireNonNull(task.lease());
    int deaths = Quarantine.deathsAfter(lease, task.deaths());
    if (Quarantine.isDue(lease, deaths) && !task.cancelRequested()) {
      return fail(Quarantine.failure(task, lease, deaths), task.attempt(), ending(task));
    }
    var failure = FrameworkFailure.EXECUTOR_DIED.because(how, died.getDetails());
    return retry(failure, Optional.empty(), task, deaths);
  }

  // Cancellation

  /**
   * Returns the failure for a cancellation that nobody requested. It counts as a failure of the
   * handler, like any exception that it throws.
   */
  private static Failure unaskedCancel() {
    return FrameworkFailure.HANDLER_THREW.because(
        "the handler ended as cancelled, and no cancellation was requested");
  }

  private Transition confirmCancel(Ending ending) {
    return confirmCancel("the handler stopped", "", ending);
  }

  private Transition confirmCancel(String how, String details, Ending ending) {
    var failure =
        new Failure(
            FrameworkFailure.CANCELLED.name(),
            "cancelled while it was running; " + how,
            details,
            false);
    return Transitions.confirmCancel(attempt, lambda(), Outcome.failure(digest, failure), ending);
  }

  // Attempts that do not count

  private Transition returned(Association task) {
    if (task.cancelRequested()) {
      var how = isDrain() ? "its executor ended: " : "it was returned before its start: ";
      return confirmCancel(how + result.getReturned().getReason(), "", ending(task));
    }
    return isDrain()
        ? drained(task, result.getReturned().getReason() + " by " + call.executor(), 0)
        : returnWork();
  }

  /** Returns whether the handler was called, and ended because its executor drained. */
  private boolean isDrain() {
    return result.getReturned().getReason().equals(FrameworkFailure.EXECUTOR_DRAINED.name());
  }

  private Transition returnWork() {
    var reason = result.getReturned().getReason();
    return Transitions.returnWork(
        attempt, lambda(), noOutcome(), now(), dueAgain(reason), reason + " by " + call.executor());
  }

  /**
   * Returns the transition for an attempt that a drain of its executor ended.
   *
   * @param deaths deaths of the task if this end counts as an attempt
   */
  private Transition drained(Association task, String reason, int deaths) {
    if (task.drains() >= Limits.DRAINS_MAX) {
      var failure =
          FrameworkFailure.EXECUTOR_DRAINED.because(
              "executors were drained before the handler ended, %d times without being counted;"
                      .formatted(Limits.DRAINS_MAX)
                  + " this one counts (give it a longer drainTimeout, or let it save checkpoints)");
      return retry(failure, Optional.empty(), task, deaths);
    }
    return Transitions.drain(
        attempt,
        lambda(),
        task.attempt(),
        noOutcome(),
        now(),
        dueAgain(FrameworkFailure.EXECUTOR_DRAINED.name()),
        task.drains() + 1,
        reason,
        notes);
  }

  private Instant dueAgain(String reason) {
    return call.returnDelay().dueAt(reason, now(), call.random());
  }

  private Next blocked(BlockRequest on, Association task) {
    if (task.cancelRequested()) {
      var how = "it was blocked on " + on.condition();
      return new Next.Write(confirmCancel(how, "", ending(task)));
    }
    if (timesBlocked(task) >= Limits.BLOCKS_MAX) {
      var failure =
          FrameworkFailure.CONDITION_REFUSED.because(
              "blocked %d times; the last on %s".formatted(Limits.BLOCKS_MAX, on.condition()));
      return new Next.Write(retry(failure, Optional.empty(), task));
    }
    return new Next.Join(task, on);
  }

  /** Decides after the condition has accepted or refused the task of an attempt. */
  public Next joined(Next.Join join, Conditions.Entry entry) {
    var task = join.task();
    var on = join.asked();
    if (entry instanceof Conditions.Entry.Refused refused) {
      return new Next.Write(retry(refused.failure(), Optional.empty(), task));
    }
    if (entry instanceof Conditions.Entry.Cleared) {
      return new Next.Write(
          Transitions.returnWork(
              attempt, lambda(), noOutcome(), now(), now(), on.condition() + " has cleared since"));
    }
    return new Next.Write(
        BlockTransitions.block(
            attempt,
            lambda(),
            new Block(on.condition(), timesBlocked(task) + 1),
            digest,
            on.reason(),
            now(),
            Conditions.checkAt(task.header(), now()),
            notes));
  }

  private static int timesBlocked(Association task) {
    var block = task.block();
    return block == null ? 0 : block.times();
  }

  private Outcome noOutcome() {
    return new Outcome(digest, null, false, null);
  }

  /**
   * Returns the ending of a task that was not read. If the task requests a notice, the write is
   * refused, and the next decision uses the association.
   */
  private Ending ending() {
    return call.lambda().ending(now());
  }

  private Ending ending(Association task) {
    return ending().of(task.header());
  }

  private LambdaName lambda() {
    return call.lambda().definition().name();
  }

  private Instant now() {
    return call.now().at();
  }
}
