package dev.atf.executor.core.attempt;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Failure;
import dev.atf.runtime.loop.MonotonicClock;
import java.util.Optional;

/** Calls the handler for one attempt, on the calling thread, and returns the result to report. */
public record AttemptRun(
    AttemptSpans spans,
    ResultEncoder results,
    Terminator terminator,
    MonotonicClock clock,
    ObjectMapper json) {
  /**
   * Runs the attempt to its end.
   *
   * @return empty if the claim was lost: the handler's outcome is then not reported
   */
  public Optional<AttemptResult> run(RunningAttempt attempt, BoundHandler handler) {
    var span = spans.begin(attempt.work());
    return span.around(() -> run(attempt, handler, span));
  }

  private Optional<AttemptResult> run(
      RunningAttempt attempt, BoundHandler handler, AttemptSpan span) {
    if (!attempt.enter()) {
      return stopped(attempt, "");
    }
    AttemptResult result;
    try {
      Outcome outcome;
      try {
        outcome = handler.handle(attempt.work(), new AttemptContext(attempt, span, clock, json));
      } finally {
        attempt.leave();
      }
      result = results.of(attempt, outcome);
    } catch (PayloadUnreadableException e) {
      result = results.unreadable(attempt, e);
    } catch (Throwable e) {
      return threw(attempt, e);
    }
    if (attempt.isLost()) {
      return Optional.empty();
    }
    if (attempt.isOverdue()) {
      return Optional.of(results.overdue(attempt));
    }
    return Optional.of(
        attempt.isKilled() && result.hasRetriableFailure()
            ? results.killed(attempt, text(result.getRetriableFailure().getFailure()))
            : result);
  }

  private Optional<AttemptResult> threw(RunningAttempt attempt, Throwable error) {
    try {
      if (!OutOfMemory.isIn(error)) {
        return attempt.isToldToStop()
            ? stopped(attempt, StackTraces.bounded(error))
            : Optional.of(results.threw(attempt, error));
      }
    } catch (OutOfMemoryError e) {
      // There is not even memory for the text of the exception.
    }
    terminator.terminate(ExitCode.OUT_OF_MEMORY, "taskId=" + attempt.taskId());
    return Optional.empty();
  }

  /**
   * Returns the result of an attempt that was asked to stop; of several reasons the strongest is
   * reported.
   *
   * @param details how its handler ended
   */
  private Optional<AttemptResult> stopped(RunningAttempt attempt, String details) {
    if (attempt.isLost()) {
      return Optional.empty();
    }
    if (attempt.isCancelRequested()) {
      return Optional.of(results.cancelled(attempt));
    }
    if (attempt.isOverdue()) {
      return Optional.of(results.overdue(attempt));
    }
    return Optional.of(
        attempt.isKilled() ? results.killed(attempt, details) : results.drained(attempt));
  }

  private static String text(Failure failure) {
    return (failure.getCode() + ": " + failure.getMessage() + "\n" + failure.getDetails()).strip();
  }
}
