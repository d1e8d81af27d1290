package dev.atf.hsc.claim;

import dev.atf.hsc.condition.BlockRequest;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Payload;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.Block;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Quarantine;
import dev.atf.model.task.RetryDecision;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Decides what to do about a report: from the report alone where that is enough, otherwise from the
 * association, be it read or shown by a refusal.
 *
 * @param clockInDoubt whether the wall clock has jumped, and {@code now} may be wrong: then no task
 *     is ended because of its deadline
 */
public record ResultDecision(
    Terms terms,
    ExecutorId executor,
    ReturnDelay returnDelay,
    RetryPace pace,
    Instant now,
    boolean clockInDoubt,
    RandomGenerator random) {

  LambdaDefinition lambda() {
    return terms.lambda();
  }

  /** Next step. */
  public sealed interface Next {
    /** Read the association: the report alone does not say what to write. */
    record Look() implements Next {}

    /** Write this; if it is refused, decide again from what refused it. */
    record Write(Transition transition) implements Next {}

    /** Make this result durable, then write the transition that points to it. */
    record StoreThenWrite(
        Association task, Payload result, Instant expiresAt, Transition transition)
        implements Next {}

    /** Write the children of the success, and continue with the result of that. */
    record CreateChildren(Report.What.Success success, Association parent) implements Next {}

    /** Have the task known to its condition, and continue with the answer to that. */
    record Join(Association task, BlockRequest asked) implements Next {}

    /** Answer the executor; nothing else is left to do. */
    record Answer(Verdict verdict) implements Next {}
  }

  /** Answer to the executor. */
  public sealed interface Verdict {
    /** The outcome was recorded by this call, or by an earlier one with the same report. */
    record Recorded(TaskStatus status) implements Verdict {}

    /** The claim is held no more; nothing was changed. */
    record LeaseLost() implements Verdict {}

    /** This claim has reported another outcome before; that one stands. */
    record Conflict(TaskStatus status) implements Verdict {}
  }

  /**
   * Begins without reading where it can. A retriable failure needs the task's deadline, a drain the
   * number of those before; a large result must not be stored over that of an outcome recorded
   * before, nor children be made of a claim that is lost: all these look first.
   */
  public Next first(Report report) {
    var what = report.what();
    if (what instanceof Report.What.Success success) {
      boolean needsMore = success.storedApart() || !success.hasNoChildren();
      return needsMore && !success.tooLarge()
          ? new Next.Look()
          : new Next.Write(succeedInline(report, success, report.number(), ending()));
    }
    if (what instanceof Report.What.FatalFailure fatal) {
      return new Next.Write(fail(report, fatal.failure(), report.number(), ending()));
    }
    if (what instanceof Report.What.Returned returned && !returned.isDrain()) {
      return new Next.Write(giveBack(report, returned));
    }
    if (what instanceof Report.What.Cancelled) {
      return new Next.Write(confirmCancel(report, "the handler stopped", "", ending()));
    }
    return new Next.Look();
  }

  /** Continues from the current association; what this writes would be applied to {@code found}. */
  public Next from(Report report, Optional<Association> found) {
    if (found.isEmpty() || !isClaimOf(report, found.get())) {
      return new Next.Answer(new Verdict.LeaseLost());
    }
    var task = found.get();
    if (!task.status().running()) {
      return new Next.Answer(after(report, task));
    }
    var what = report.what();
    if (what instanceof Report.What.Success success) {
      return succeed(report, success, task);
    }
    if (what instanceof Report.What.FatalFailure fatal) {
      return new Next.Write(fail(report, fatal.failure(), task.attempt(), ending(task)));
    }
    if (what instanceof Report.What.Returned returned) {
      return new Next.Write(
          task.cancelRequested()
              ? confirmCancel(report, returned.how(), "", ending(task))
              : returned.isDrain() ? drained(report, returned, task) : giveBack(report, returned));
    }
    if (what instanceof Report.What.Cancelled) {
      return task.cancelRequested()
          ? new Next.Write(confirmCancel(report, "the handler stopped", "", ending(task)))
          : new Next.Write(retry(report, unaskedCancel(), Optional.empty(), task));
    }
    if (what instanceof Report.What.ExecutorDied died) {
      return new Next.Write(executorDied(report, died, task));
    }
    if (what instanceof Report.What.Blocked blocked) {
      return blocked(report, blocked.on(), task);
    }
    var retriable = (Report.What.RetriableFailure) what;
    return new Next.Write(
        retry(report, named(retriable.failure(), task), retriable.retryAfter(), task));
  }

  private Next blocked(Report report, BlockRequest on, Association task) {
    if (task.cancelRequested()) {
      var how = "it was blocked on " + on.condition();
      return new Next.Write(confirmCancel(report, how, "", ending(task)));
    }
    if (timesBlocked(task) >= Limits.BLOCKS_MAX) {
      var failure =
          FrameworkFailure.CONDITION_REFUSED.because(
              "blocked %d times; the last on %s".formatted(Limits.BLOCKS_MAX, on.condition()));
      return new Next.Write(retry(report, failure, Optional.empty(), task));
    }
    return new Next.Join(task, on);
  }

  /** Decides on an attempt of which the condition knows, or does not want to know. */
  public Next joined(Report report, Next.Join join, Conditions.Entry entry) {
    var task = join.task();
    var on = join.asked();
    if (entry instanceof Conditions.Entry.Refused refused) {
      return new Next.Write(retry(report, refused.failure(), Optional.empty(), task));
    }
    if (entry instanceof Conditions.Entry.Cleared) {
      return new Next.Write(
          Transitions.giveBack(
              report.attempt(),
              lambda().name(),
              new Outcome(report.digest(), null, false, null),
              now,
              now,
              on.condition() + " has cleared meanwhile"));
    }
    return new Next.Write(
        BlockTransitions.block(
            report.attempt(),
            lambda().name(),
            new Block(on.condition(), timesBlocked(task) + 1),
            report.digest(),
            on.reason(),
            now,
            Conditions.lookAt(task.header(), now),
            report.notes()));
  }

  private static int timesBlocked(Association task) {
    var block = task.block();
    return block == null ? 0 : block.times();
  }

  /**
   * Returns the transition for a death: it counts as the end of a silent lease, without waiting for
   * it. One after a request to kill the attempt is that kill, and no sign of a task that ends its
   * processes.
   */
  private Transition executorDied(Report report, Report.What.ExecutorDied died, Association task) {
    var how = "executor %s: %s".formatted(executor, died.how());
    if (task.isToBeKilled()) {
      var killed = FrameworkFailure.KILLED.because(task.killReason() + "; " + how, died.details());
      return retry(report, killed, Optional.empty(), task, task.deaths());
    }
    var lease = Objects.requireNonNull(task.lease());
    int deaths = Quarantine.deathsAfter(lease, task.deaths());
    if (Quarantine.isDue(lease, deaths) && !task.cancelRequested()) {
      return fail(report, Quarantine.failure(task, lease, deaths), task.attempt(), ending(task));
    }
    var failure = FrameworkFailure.EXECUTOR_DIED.because(how, died.details());
    return retry(report, failure, Optional.empty(), task, deaths);
  }

  /**
   * Returns a failure that names who wanted the attempt killed, which its executor does not know.
   */
  private static Failure named(Failure failure, Association task) {
    return task.isToBeKilled() && failure.code().equals(FrameworkFailure.KILLED.name())
        ? FrameworkFailure.KILLED.because(task.killReason(), failure.details())
        : failure;
  }

  /**
   * Returns the verdict on a claim that has ended by its own report. If the framework has changed
   * the task since then, the lease is lost.
   */
  private static Verdict after(Report report, Association task) {
    var outcome = task.outcome();
    if (outcome == null || outcome.digest().isEmpty()) {
      // The framework has decided since then, such as by a cancel while it waited for its retry.
      return new Verdict.LeaseLost();
    }
    return outcome.digest().equals(report.digest())
        ? new Verdict.Recorded(task.status())
        : new Verdict.Conflict(task.status());
  }

  private Next succeed(Report report, Report.What.Success success, Association task) {
    if (!task.header().deadline().isAfter(latestDeadline())) {
      return new Next.Write(fail(report, tooLate(task), task.attempt(), ending(task)));
    }
    if (!success.tooLarge() && !success.hasNoChildren()) {
      return new Next.CreateChildren(success, task);
    }
    if (success.tooLarge() || !success.storedApart()) {
      return new Next.Write(succeedInline(report, success, task.attempt(), ending(task)));
    }
    return new Next.StoreThenWrite(
        task,
        success.result(),
        resultExpiresAt(task),
        inTime(
            Transitions.succeed(
                report.attempt(),
                lambda().name(),
                Outcome.successStoredApart(report.digest()),
                ending(task),
                report.notes())));
  }

  /** Refuses a success after the deadline: such a task is a dead letter, however it ends later. */
  private Transition inTime(Transition success) {
    return Transitions.inTime(success, latestDeadline());
  }

  /**
   * Returns the latest deadline that has passed for certain: the executor stops by its own clock,
   * and two hosts' errors are not held against it.
   */
  private Instant latestDeadline() {
    return clockInDoubt
        ? Instant.EPOCH
        : now.minus(terms.cluster().clockErrorMax().multipliedBy(2));
  }

  private static Failure tooLate(Association task) {
    return FrameworkFailure.DEADLINE_EXCEEDED.because(
        "it succeeded after its deadline, " + task.header().deadline());
  }

  /** Decides on a success whose children were written. */
  public Next childrenCreated(
      Report report, Next.CreateChildren creation, ChildWriteResult written) {
    var task = creation.parent();
    if (written instanceof ChildWriteResult.Contradicted) {
      return new Next.Answer(new Verdict.Conflict(task.status()));
    }
    if (written instanceof ChildWriteResult.Refused refused) {
      return new Next.Write(fail(report, refused.failure(), task.attempt(), ending(task)));
    }
    var children = ((ChildWriteResult.Ready) written).children();
    var success = creation.success();
    var outcome =
        success.storedApart()
            ? Outcome.successStoredApart(report.digest())
            : Outcome.success(report.digest(), success.result());
    var transition =
        inTime(
            ChildTransitions.succeed(
                report.attempt(),
                lambda().name(),
                outcome.with(children),
                ending(task),
                report.notes()));
    return success.storedApart()
        ? new Next.StoreThenWrite(task, success.result(), resultExpiresAt(task), transition)
        : new Next.Write(transition);
  }

  private Instant resultExpiresAt(Association task) {
    var keepUntil = task.header().keepUntil();
    return keepUntil == null ? ending().expiresAt() : keepUntil;
  }

  private Transition succeedInline(
      Report report, Report.What.Success success, int number, Ending ending) {
    if (success.tooLarge()) {
      return fail(
          report,
          FrameworkFailure.RESULT_TOO_LARGE.because(
              "the handler returned "
                  + success.size()
                  + " bytes; at most "
                  + Limits.RESULT_BYTES_MAX
                  + " can be kept"),
          number,
          ending);
    }
    return inTime(
        Transitions.succeed(
            report.attempt(),
            lambda().name(),
            Outcome.success(report.digest(), success.result()),
            ending,
            report.notes()));
  }

  private Transition fail(Report report, Failure failure, int number, Ending ending) {
    return Transitions.failFatally(
        report.attempt(),
        lambda().name(),
        number,
        Outcome.failure(report.digest(), failure),
        ending,
        report.notes());
  }

  /** Returns the transition for a retry. A failure after a cancel request ends the task. */
  private Transition retry(
      Report report, Failure failure, Optional<Duration> retryAfter, Association task) {
    return retry(report, failure, retryAfter, task, 0);
  }

  private Transition retry(
      Report report, Failure failure, Optional<Duration> retryAfter, Association task, int deaths) {
    if (task.cancelRequested()) {
      return confirmCancel(
          report,
          "its attempt failed: " + failure.code() + ": " + failure.message(),
          failure.details(),
          ending(task));
    }
    var decision =
        RetryDecision.after(
            failure,
            task,
            Objects.requireNonNull(task.lease()),
            retryAfter,
            lambda().retry(),
            now,
            clockInDoubt,
            random);
    if (decision instanceof RetryDecision.GiveUp giveUp) {
      return fail(report, giveUp.failure(), task.attempt(), ending(task));
    }
    return Transitions.failRetriably(
        report.attempt(),
        lambda().name(),
        task.attempt(),
        Outcome.failure(report.digest(), failure),
        now,
        paced(((RetryDecision.RetryAt) decision).at(), task.header().deadline()),
        report.notes(),
        deaths);
  }

  /** Keeps a retry that would be past the deadline, were the clock right, at its time. */
  private Instant paced(Instant at, Instant deadline) {
    return at.isBefore(deadline) ? pace.paced(at, deadline) : at;
  }

  private Transition giveBack(Report report, Report.What.Returned returned) {
    return Transitions.giveBack(
        report.attempt(),
        lambda().name(),
        new Outcome(report.digest(), null, false, null),
        now,
        returnDelay.dueAt(returned.reason(), now, random),
        returned.reason() + " by " + executor);
  }

  /** Returns the transition for an attempt that a drain of its executor ended. */
  private Transition drained(Report report, Report.What.Returned returned, Association task) {
    if (task.drains() >= Limits.DRAINS_MAX) {
      var failure =
          FrameworkFailure.EXECUTOR_DRAINED.because(
              "executors were drained before the handler ended, %d times without being counted;"
                      .formatted(Limits.DRAINS_MAX)
                  + " this one counts (give it a longer drainTimeout, or let it save checkpoints)");
      return retry(report, failure, Optional.empty(), task);
    }
    return Transitions.drain(
        report.attempt(),
        lambda().name(),
        task.attempt(),
        new Outcome(report.digest(), null, false, null),
        now,
        returnDelay.dueAt(returned.reason(), now, random),
        task.drains() + 1,
        returned.reason() + " by " + executor,
        report.notes());
  }

  private Transition confirmCancel(Report report, String how, String details, Ending ending) {
    var failure =
        new Failure(
            FrameworkFailure.CANCELLED.name(),
            "cancelled while it was running; " + how,
            details,
            false);
    return Transitions.confirmCancel(
        report.attempt(), lambda().name(), Outcome.failure(report.digest(), failure), ending);
  }

  /**
   * Returns the failure for a cancellation that nobody requested: the handler's, like any other it
   * throws.
   */
  private static Failure unaskedCancel() {
    return FrameworkFailure.HANDLER_THREW.because(
        "the handler ended as cancelled, and no cancellation was requested");
  }

  /**
   * Returns the end of a task that has not been read: it is refused for one that wants a notice.
   */
  private Ending ending() {
    return terms.ending(now);
  }

  private Ending ending(Association task) {
    return ending().of(task.header());
  }

  /** Returns whether the task has the report's claim, and a reporting host its own executor. */
  private boolean isClaimOf(Report report, Association task) {
    var attempt = report.attempt();
    var lease = task.lease();
    return task.epoch() == attempt.epoch()
        && task.header().lambda().equals(lambda().name())
        && lease != null
        && lease.claimId().equals(attempt.claimId())
        && (!report.isOfADeath() || lease.owner().equals(executor));
  }
}
