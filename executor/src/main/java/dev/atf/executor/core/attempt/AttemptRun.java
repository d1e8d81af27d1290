package dev.atf.executor.core.attempt;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.AttemptSpans.AttemptSpan;
import dev.atf.executor.core.staging.AttemptFiles;
import dev.atf.executor.core.staging.DiskFullException;
import dev.atf.executor.core.staging.Staging;
import dev.atf.executor.core.staging.StagingFailedException;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.MonotonicClock;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Runs one attempt on the calling thread: puts its files into place, calls the handler, stores its
 * outputs, and returns the result to report.
 *
 * <p>If the process dies here, the handler may already have had an effect, and another attempt
 * calls it again. A handler may therefore run more than once for a task.
 */
public final class AttemptRun {
  private final Handlers handlers;
  private final AttemptSpans spans;
  private final ResultEncoder results;
  private final Terminator terminator;
  private final MonotonicClock clock;
  private final ObjectMapper json;
  private final Staging staging;

  public AttemptRun(
      Handlers handlers,
      AttemptSpans spans,
      Terminator terminator,
      MonotonicClock clock,
      ObjectMapper json,
      Staging staging) {
    this.handlers = handlers;
    this.spans = spans;
    this.results = new ResultEncoder(json);
    this.terminator = terminator;
    this.clock = clock;
    this.json = json;
    this.staging = staging;
  }

  /** Returns whether there is a handler for the lambda of the work. */
  public boolean hasHandlerFor(Work work) {
    return handlers.find(work.getLambda()).isPresent();
  }

  /**
   * Runs the attempt to its end, if there is a handler for it. Restores the state of the calling
   * thread afterwards.
   *
   * @return empty if the claim is lost, in which case nothing is reported
   * @throws DiskFullException if the handler was not called because this host has no space for the
   *     files of the task; the caller returns the task
   */
  public Optional<AttemptResult> run(RunningAttempt attempt) throws DiskFullException {
    var handler = handlers.find(attempt.work().getLambda()).orElseThrow();
    var thread = ThreadState.current();
    var span = spans.begin(attempt.work());
    try (var files = staging.of(attempt.work(), attempt.ref())) {
      return span.around(() -> call(handler, attempt, span, files));
    } finally {
      thread.restore();
    }
  }

  private Optional<AttemptResult> call(
      BoundHandler handler, RunningAttempt attempt, AttemptSpan span, AttemptFiles files)
      throws DiskFullException {
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
      if (attempt.isAskedToStop()) {
        return stopped(attempt, "");
      }
      throw e;
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

  /** Stores the outputs of a success. A claim that turns out to be lost is marked as lost. */
  private static void keepOutputs(
      RunningAttempt attempt, @Nullable Outcome outcome, AttemptFiles files)
      throws InterruptedException, StagingFailedException {
    if (!files.hasOutputs()
        || !(outcome instanceof Outcome.Success || outcome instanceof Outcome.BytesSuccess)) {
      return;
    }
    // An interruption that the handler itself caused must not fail its success. A request to stop
    // sets its mark before it interrupts.
    boolean ignored = Thread.interrupted();
    if (attempt.isAskedToStop()) {
      throw new InterruptedException();
    }
    if (!files.keepOutputs()) {
      attempt.lose();
    }
  }

  private Optional<AttemptResult> threw(RunningAttempt attempt, Throwable error) {
    try {
      if (!Thrown.isOutOfMemory(error)) {
        return attempt.isAskedToStop()
            ? stopped(attempt, Thrown.trace(error))
            : Optional.of(results.threw(attempt, error));
      }
    } catch (OutOfMemoryError e) {
      // There may not even be memory for the text of the exception.
    }
    terminator.terminate(ExitCode.OUT_OF_MEMORY, "taskId=" + attempt.taskId());
    return Optional.empty();
  }

  /**
   * Returns the result of an attempt that was asked to stop. Of several reasons, the strongest is
   * reported.
   *
   * @param details description of how its handler ended
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

  /**
   * State of a thread that a handler may change, and that the next task of the thread must not see.
   * It does not contain values of thread locals, except those of the log.
   */
  record ThreadState(
      String name,
      int priority,
      @Nullable ClassLoader contextClassLoader,
      UncaughtExceptionHandler uncaught,
      @Nullable Map<String, String> log) {
    /** Returns the state of the calling thread. */
    static ThreadState current() {
      var thread = Thread.currentThread();
      return new ThreadState(
          thread.getName(),
          thread.getPriority(),
          thread.getContextClassLoader(),
          thread.getUncaughtExceptionHandler(),
          MDC.getCopyOfContextMap());
    }

    /** Restores this state of the calling thread, and clears its interruption. */
    @SuppressWarnings("ThreadPriorityCheck") // Undoes what a handler has set.
    void restore() {
      boolean ignored = Thread.interrupted();
      var thread = Thread.currentThread();
      if (!thread.getName().equals(name)) {
        thread.setName(name);
      }
      if (thread.getPriority() != priority) {
        thread.setPriority(priority);
      }
      if (thread.getContextClassLoader() != contextClassLoader) {
        thread.setContextClassLoader(contextClassLoader);
      }
      if (thread.getUncaughtExceptionHandler() != uncaught) {
        thread.setUncaughtExceptionHandler(uncaught == thread.getThreadGroup() ? null : uncaught);
      }
      if (log == null) {
        MDC.clear();
      } else {
        MDC.setContextMap(log);
      }
    }
  }
}
