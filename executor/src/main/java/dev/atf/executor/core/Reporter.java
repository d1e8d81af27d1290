package dev.atf.executor.core;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.loop.WakeableStep;
import dev.atf.runtime.rate.Backoff;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the results of ended attempts to the HSC. Slots add attempts and take other work without
 * waiting, and one call reports all waiting results. An attempt is held and heartbeated until its
 * result has a definite answer, its claim is lost, or the result time-out has passed.
 *
 * <p>Until then the report is repeated. That is safe, because the HSC compares epoch, claim and
 * outcome. If a call with several results is refused, each of them is reported in its own call, so
 * that an invalid one does not affect the others. A result for which the store did not answer waits
 * for its next try, and does not delay others.
 *
 * <p>If the process dies before the HSC has recorded a result, the result is lost, and the task
 * runs again. If it dies later, nothing is lost.
 *
 * <p>Each turn of this step sends the results that have waited long enough. Thread-safe.
 */
public final class Reporter implements WakeableStep {
  /** Maximum number of results in one call, by the protocol. */
  static final int RESULTS_MAX = 100;

  /**
   * Maximum number of bytes in one call, below the limit of a server. A large result may fill a
   * call.
   */
  static final int CALL_BYTES_MAX = 1 << 20;

  /**
   * Number of results without an answer at which slots stop taking work. It is two full calls. If
   * the process dies, this many tasks run again.
   */
  static final int UNANSWERED_MAX = 2 * RESULTS_MAX;

  /**
   * Longest wait of a result for others while its slot has more work. It is short compared to the
   * wait of a task for its slot.
   */
  static final Duration LINGER = Duration.ofMillis(5);

  /** Maximum number of concurrent calls. With two, one can be made while the other hangs. */
  private static final int CALLS_MAX = 2;

  /** Time after which a call counts as hanging. Most calls end within a few milliseconds. */
  private static final Duration CALL_TAKES = Duration.ofMillis(50);

  /** Pause of this step while there is no result to report. */
  private static final Duration IDLE = Duration.ofHours(1);

  private static final Logger log = LoggerFactory.getLogger(Reporter.class);

  private final ExecutorIdentity identity;
  private final ExecutorConfig config;
  private final HscCalls hsc;
  private final RunningAttempts running;
  private final Backoff backoff;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final MeterRegistry metrics;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition allAnswered;
  private final Deque<Report> waiting = new ArrayDeque<>();
  private Runnable wake = () -> {};

  /** Set when {@link #wake} runs, until the turn that it causes finds nothing. */
  private boolean awake;

  private int inCalls;
  private int callsInProgress;

  /** Start of the latest call. */
  private long calledAt;

  /** Number of calls without a definite answer since the last definite one. */
  private int failures;

  /** Time before which no call is made after a failure. */
  private long pausedUntil;

  /** Report of one attempt; guarded by the lock, except while it is in a call. */
  private static final class Report {
    private final RunningAttempt attempt;
    private final long addedAt;

    /** Set if the report must be the only one of its call. */
    private boolean alone;

    private int tries;

    /**
     * Time before which the report is not sent again. It is set when other reports of its call had
     * a definite answer.
     */
    private long notBefore;

    Report(RunningAttempt attempt, long addedAt) {
      this.attempt = attempt;
      this.addedAt = addedAt;
      this.notBefore = addedAt;
    }

    boolean maySend(long now) {
      return now - notBefore >= 0;
    }

    /**
     * Returns the time in nanoseconds until the report has waited long enough, either for other
     * results or for its next try.
     */
    long untilDue(long now) {
      return Math.max(addedAt + LINGER.toNanos() - now, notBefore - now);
    }
  }

  /** Answer to one report. */
  private sealed interface Answer {
    /**
     * The HSC has decided, so the report is complete.
     *
     * @param verdict verdict, for people and metrics
     */
    record Definite(String verdict, boolean recorded) implements Answer {}

    /**
     * The result may or may not have been recorded; the same report may be repeated.
     *
     * @param callRefused whether the HSC refused the whole call because of one of its results, so
     *     that each must be repeated in its own call
     */
    record Unknown(Status status, boolean callRefused) implements Answer {}
  }

  private static final Answer CALL_FAILED =
      new Answer.Unknown(Status.INTERNAL.withDescription("the call failed on this side"), false);

  public Reporter(
      ExecutorIdentity identity,
      ExecutorConfig config,
      HscCalls hsc,
      RunningAttempts running,
      MonotonicClock clock,
      Threads threads,
      RandomGenerator random,
      MeterRegistry metrics) {
    this.identity = identity;
    this.config = config;
    this.hsc = hsc;
    this.running = running;
    this.backoff = new Backoff(config.tuning().backoffMin(), config.tuning().backoffMax());
    this.clock = clock;
    this.random = random;
    this.metrics = metrics;
    this.allAnswered = threads.condition(lock);
    this.calledAt = clock.nanos();
    this.pausedUntil = clock.nanos();
  }

  @Override
  public void whenEarlier(Runnable wakeLoop) {
    lock.lock();
    try {
      wake = wakeLoop;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds an attempt that has ended with a result. The calling thread reports it immediately if it
   * has nothing else to do and no call is in progress. Otherwise it is reported together with
   * others that arrive within {@link #LINGER}.
   */
  void add(RunningAttempt attempt, boolean slotHasMoreWork) {
    lock.lock();
    try {
      waiting.add(new Report(attempt, clock.nanos()));
      if (slotHasMoreWork && waiting.size() < RESULTS_MAX) {
        wakeStep();
      } else {
        send();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether slots may take more work. A process that cannot report must not collect
   * results.
   */
  boolean hasRoom() {
    lock.lock();
    try {
      return failures == 0 && unanswered() < UNANSWERED_MAX;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no result is left, after the drain has started.
   *
   * @return false if the time-out passed before that
   */
  public boolean awaitAnswers(Duration timeout) throws InterruptedException {
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (unanswered() > 0 && left > 0) {
        left = allAnswered.awaitNanos(left);
      }
      return unanswered() == 0;
    } finally {
      lock.unlock();
    }
  }

  private int unanswered() {
    return waiting.size() + inCalls;
  }

  /** Sends the results that have waited long enough. */
  @Override
  public Duration turn() {
    lock.lock();
    try {
      if (untilDue() <= 0) {
        send();
      }
      long wait = untilDue();
      awake = wait < IDLE.toNanos();
      return Duration.ofNanos(Math.max(0, wait));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the time in nanoseconds until a call must be made. While the maximum number of calls is
   * in progress, no call is made; when the first of them ends, it makes the next call.
   */
  private long untilDue() {
    if (waiting.isEmpty() || callsInProgress == CALLS_MAX) {
      return IDLE.toNanos();
    }
    long now = clock.nanos();
    long first = waiting.stream().mapToLong(report -> report.untilDue(now)).min().orElseThrow();
    long wait = Math.max(first, pausedUntil - now);
    return callsInProgress == 0 ? wait : Math.max(wait, calledAt + CALL_TAKES.toNanos() - now);
  }

  private void wakeStep() {
    if (!awake) {
      awake = true;
      wake.run();
    }
  }

  /**
   * Makes calls until none is due. The next turn of this step sends the results that still wait.
   */
  private void send() {
    try {
      while (mayCall()) {
        call(nextBatch());
      }
    } finally {
      if (!waiting.isEmpty()) {
        wakeStep();
      }
    }
  }

  private boolean mayCall() {
    long now = clock.nanos();
    return now - pausedUntil >= 0
        && waiting.stream().anyMatch(report -> report.maySend(now))
        && (callsInProgress == 0
            || (callsInProgress < CALLS_MAX && clock.since(calledAt).compareTo(CALL_TAKES) >= 0));
  }

  /** Takes the reports of the next call; none if the claims of all waiting reports are lost. */
  private List<Report> nextBatch() {
    var batch = new ArrayList<Report>();
    int bytes = 0;
    long now = clock.nanos();
    for (var each = waiting.iterator(); each.hasNext() && batch.size() < RESULTS_MAX; ) {
      var next = each.next();
      if (!next.maySend(now)) {
        continue;
      }
      bytes += next.attempt.result().getSerializedSize();
      if (!batch.isEmpty() && (bytes > CALL_BYTES_MAX || next.alone || batch.get(0).alone)) {
        break;
      }
      each.remove();
      if (next.attempt.isLost()) {
        release(next.attempt, "DISCARDED");
      } else {
        batch.add(next);
      }
    }
    return batch;
  }

  private void call(List<Report> batch) {
    if (batch.isEmpty()) {
      signalIfAllAnswered();
      return;
    }
    callsInProgress++;
    calledAt = clock.nanos();
    inCalls += batch.size();
    // Replaced by the answers, except after an error in this thread.
    var answers = Collections.nCopies(batch.size(), CALL_FAILED);
    try {
      answers = unlocked(batch);
    } finally {
      callsInProgress--;
      inCalls -= batch.size();
      apply(answers, batch);
    }
  }

  /** Makes a call without the lock, so that other results can be added. */
  private List<Answer> unlocked(List<Report> batch) {
    lock.unlock();
    try {
      return setResults(batch.stream().map(report -> report.attempt.result()).toList());
    } finally {
      lock.lock();
    }
  }

  /**
   * Makes one call.
   *
   * @return an answer for each result, in their order; if a call with several results is refused,
   *     each is unknown, because any of them may be the cause
   */
  private List<Answer> setResults(List<AttemptResult> results) {
    var request =
        SetResultsRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .addAllResults(results)
            .setReadsUnknown(true)
            .build();
    try {
      var response = hsc.setResults(request, config.lease().callTimeout());
      if (response.getVerdictsCount() != results.size()) {
        var wrong = response.getVerdictsCount() + " verdicts for " + results.size();
        return all(results, new Answer.Unknown(Status.INTERNAL.withDescription(wrong), false));
      }
      return response.getVerdictsList().stream().map(Reporter::answer).toList();
    } catch (StatusRuntimeException e) {
      return all(
          results,
          results.size() == 1 && isDefinite(e)
              ? new Answer.Definite(e.getStatus().getCode().name(), false)
              : new Answer.Unknown(e.getStatus(), isDefinite(e)));
    } catch (RuntimeException e) {
      // The exception was thrown on this side of the call: the results are unknown, as without an
      // answer.
      return all(results, new Answer.Unknown(Status.fromThrowable(e), false));
    }
  }

  private static List<Answer> all(List<AttemptResult> results, Answer answer) {
    return Collections.nCopies(results.size(), answer);
  }

  private static Answer answer(ResultVerdict verdict) {
    if (verdict.getVerdict() == ResultVerdict.Verdict.UNKNOWN) {
      return new Answer.Unknown(
          Status.UNAVAILABLE.withDescription("the store did not answer for this result"), false);
    }
    return new Answer.Definite(
        verdict.getVerdict().name(), verdict.getVerdict() == ResultVerdict.Verdict.RECORDED);
  }

  /**
   * Returns whether the HSC itself refused the call: its answer has a reason of the framework, or a
   * status that a transport never produces.
   */
  private static boolean isDefinite(StatusRuntimeException error) {
    var reason = RpcErrors.reasonOf(error);
    if (reason.isPresent()) {
      return !reason.get().retriable() && reason.get() != ErrorReason.INTERNAL;
    }
    return switch (error.getStatus().getCode()) {
      case INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          FAILED_PRECONDITION,
          ABORTED,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          UNAUTHENTICATED ->
          true;
      case OK,
          CANCELLED,
          UNKNOWN,
          DEADLINE_EXCEEDED,
          RESOURCE_EXHAUSTED,
          INTERNAL,
          UNAVAILABLE,
          DATA_LOSS ->
          false;
    };
  }

  private void apply(List<Answer> answers, List<Report> batch) {
    boolean anyDefinite = answers.stream().anyMatch(answer -> answer instanceof Answer.Definite);
    boolean failed = false;
    // The loop goes from back to front, so that those that stay keep their order.
    for (int i = batch.size() - 1; i >= 0; i--) {
      var report = batch.get(i);
      if (answers.get(i) instanceof Answer.Definite definite) {
        finish(report, definite);
      } else {
        var unknown = (Answer.Unknown) answers.get(i);
        failed |= !unknown.callRefused() && !anyDefinite;
        repeat(report, unknown);
        if (anyDefinite) {
          report.notBefore = clock.nanos() + backoff.after(report.tries, random).toNanos();
        }
      }
    }
    failures = failed ? failures + 1 : 0;
    if (failed) {
      pausedUntil = clock.nanos() + backoff.after(failures, random).toNanos();
    }
    signalIfAllAnswered();
  }

  private void signalIfAllAnswered() {
    if (unanswered() == 0) {
      failures = 0;
      allAnswered.signalAll();
    }
  }

  private void finish(Report report, Answer.Definite answer) {
    var result = report.attempt.result();
    if (!answer.recorded()) {
      log.warn("report refused {} verdict={}", report.attempt, answer.verdict());
    }
    if (answer.recorded() && isFailure(result)) {
      report.attempt.fail();
    }
    release(report.attempt, answer.recorded() ? result.getOutcomeCase().name() : answer.verdict());
  }

  /**
   * Returns whether an attempt has failed. An attempt whose handler asked for a retry at a certain
   * time has not failed.
   */
  private static boolean isFailure(AttemptResult result) {
    return result.hasFatalFailure()
        || (result.hasRetriableFailure() && !result.getRetriableFailure().hasRetryAfter());
  }

  private void repeat(Report report, Answer.Unknown answer) {
    report.tries++;
    report.alone = answer.callRefused();
    metrics.counter("atf.executor.reports.retried").increment();
    log.warn(
        "report unanswered {} tries={} status={}",
        report.attempt,
        report.tries,
        GrpcCall.brief(answer.status()));
    var timeout = config.tuning().resultTimeout();
    if (clock.since(report.addedAt).compareTo(timeout) < 0) {
      waiting.addFirst(report);
      return;
    }
    // Nothing of it runs any more. Without heartbeats its lease expires, and the task runs again.
    release(report.attempt, "UNREPORTED");
    log.error("result given up {}: no answer within {}", report.attempt, timeout);
  }

  /** Stops holding an attempt that was reported or never will be, and counts its outcome. */
  void release(RunningAttempt attempt, String outcome) {
    running.remove(attempt);
    metrics.counter("atf.executor.attempts", "outcome", outcome).increment();
  }
}
