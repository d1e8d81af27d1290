package dev.atf.executor.core.attempt;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.staging.AttemptFiles;
import dev.atf.executor.core.staging.DiskFullException;
import dev.atf.executor.core.staging.Staging;
import dev.atf.executor.core.staging.StagingFailedException;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Failure;
import dev.atf.runtime.loop.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Runs one attempt on the calling thread: puts its files into place, calls the handler, has its
 * outputs kept, and returns the result to report.
 */
public record AttemptRun(
    AttemptSpans spans,
    ResultEncoder results,
    Terminator terminator,
    MonotonicClock clock,
    ObjectMapper json,
    Staging staging) {
  /** Runs the attempt to its end. The calling thread is left as it was. */
  public AttemptEnd run(RunningAttempt attempt, BoundHandler handler) {
    var thread = ThreadState.current();
    var span = spans.begin(attempt.work());
    try (var files = staging.of(attempt.work(), attempt.ref())) {
      return span.around(() -> run(attempt, handler, span, files));
    } finally {
      thread.restore();
    }
  }

  private AttemptEnd run(
      RunningAttempt attempt, BoundHandler handler, AttemptSpan span, AttemptFiles files) {
    if (!attempt.enter()) {
      return stopped(attempt, "");
    }
    AttemptResult result;
    try {
      Outcome outcome;
      try {
        files.stage();
        outcome =
            handler.handle(attempt.work(), new AttemptContext(attempt, span, clock, json, files));
        keepOutputs(attempt, outcome, files);
      } finally {
        attempt.leave();
      }
      result = outcome == null ? results.nothing(attempt) : results.of(attempt, outcome);
    } catch (PayloadUnreadableException e) {
      result = results.unreadable(attempt, e);
    } catch (StagingFailedException e) {
      result = results.of(attempt, e.outcome());
    } catch (DiskFullException e) {
      return attempt.isToldToStop()
          ? stopped(attempt, "")
          : new AttemptEnd.DiskFull(e.bytesNeeded(), String.valueOf(e.getMessage()));
    } catch (Throwable e) {
      return threw(attempt, e);
    }
    if (attempt.isLost()) {
      return new AttemptEnd.Lost();
    }
    if (attempt.isOverdue()) {
      return new AttemptEnd.Ended(results.overdue(attempt));
    }
    return new AttemptEnd.Ended(
        attempt.isKilled() && result.hasRetriableFailure()
            ? results.killed(attempt, text(result.getRetriableFailure().getFailure()))
            : result);
  }

  /** Has the outputs of a success kept; if the claim turns out to be lost, marks it so. */
  private static void keepOutputs(
      RunningAttempt attempt, @Nullable Outcome outcome, AttemptFiles files)
      throws InterruptedException, StagingFailedException {
    if (!files.hasOutputs()
        || !(outcome instanceof Outcome.Success || outcome instanceof Outcome.BytesSuccess)) {
      return;
    }
    // An interruption by the handler itself must not fail its success; an order has its mark first.
    boolean ignored = Thread.interrupted();
    if (attempt.isToldToStop()) {
      throw new InterruptedException();
    }
    if (!files.keepOutputs()) {
      attempt.lose();
    }
  }

  private AttemptEnd threw(RunningAttempt attempt, Throwable error) {
    try {
      if (!OutOfMemory.isIn(error)) {
        return attempt.isToldToStop()
            ? stopped(attempt, StackTraces.bounded(error))
            : new AttemptEnd.Ended(results.threw(attempt, error));
      }
    } catch (OutOfMemoryError e) {
      // There is not even memory for the text of the exception.
    }
    terminator.terminate(ExitCode.OUT_OF_MEMORY, "taskId=" + attempt.taskId());
    return new AttemptEnd.Lost();
  }

  /**
   * Returns the end of an attempt that was asked to stop; of several reasons the strongest is
   * reported.
   *
   * @param details how its handler ended
   */
  private AttemptEnd stopped(RunningAttempt attempt, String details) {
    if (attempt.isLost()) {
      return new AttemptEnd.Lost();
    }
    if (attempt.isCancelRequested()) {
      return new AttemptEnd.Ended(results.cancelled(attempt));
    }
    if (attempt.isOverdue()) {
      return new AttemptEnd.Ended(results.overdue(attempt));
    }
    return new AttemptEnd.Ended(
        attempt.isKilled() ? results.killed(attempt, details) : results.drained(attempt));
  }

  private static String text(Failure failure) {
    return (failure.getCode() + ": " + failure.getMessage() + "\n" + failure.getDetails()).strip();
  }
}
