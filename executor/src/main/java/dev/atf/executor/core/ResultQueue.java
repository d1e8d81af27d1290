package dev.atf.executor.core;

import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import io.grpc.Status;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Results without a definite answer. Slots add results and take other work without waiting, and one
 * call reports all results that wait. An attempt is held, and heartbeated, until its result has a
 * definite answer, its claim is lost, or the result time-out is over.
 *
 * <p>A result is reported repeatedly until it has a definite answer. If a call with several results
 * is refused, each of them is reported by itself, so that an invalid one does not affect the
 * others. A result for which the store did not answer waits for its next try, and does not delay
 * others.
 */
public final class ResultQueue implements Step {
  /** Most results of one call, by the protocol. */
  static final int RESULTS_MAX = 100;

  /**
   * Most bytes of one call. Chosen: large results fill a call by themselves; below what a server
   * takes.
   */
  static final int CALL_BYTES_MAX = 1 << 20;

  /**
   * Number of results without an answer from which slots take no further work. Chosen: two full
   * calls; a process that dies has as many tasks run again.
   */
  static final int HELD_MAX = 2 * RESULTS_MAX;

  /**
   * Longest wait of a result for others while its slot has more work. Chosen: short beside what a
   * task waits for its slot.
   */
  static final Duration LINGER = Duration.ofMillis(5);

  /** Most concurrent calls. Chosen: while one hangs another can be made. */
  private static final int CALLS_MAX = 2;

  /** Time after which a call counts as hanging. Chosen: most end within a few milliseconds. */
  private static final Duration CALL_TAKES = Duration.ofMillis(50);

  /** Wait while no result waits. Chosen. */
  private static final Duration IDLE = Duration.ofHours(1);

  private static final ReportAnswer FAILED =
      new ReportAnswer.Unknown(
          Status.INTERNAL.withDescription("the call failed on this side"), false);

  private static final Logger log = LoggerFactory.getLogger(ResultQueue.class);

  private final ResultReport report;
  private final Times times;
  private final RunningAttempts running;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final MeterRegistry metrics;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition settled;
  private final Deque<Held> waiting = new ArrayDeque<>();
  private Runnable whenWaiting = () -> {};

  /** Set when {@link #whenWaiting} runs, until the turn that it wakes finds nothing. */
  private boolean watched;

  private int inCalls;
  private int callsUnderWay;

  /** Start of the latest call. */
  private long calledAt;

  /** Number of calls without a definite answer since the last one with it. */
  private int failures;

  /** Time before which no call is made after a failure. */
  private long pausedUntil;

  /**
   * Times of reports.
   *
   * @param backoff after calls without a definite answer
   * @param resultTimeout for how long a result is reported that gets no definite answer
   */
  public record Times(Backoff backoff, Duration resultTimeout) {}

  /** One result; guarded by the lock, except while it is in a call. */
  private static final class Held {
    private final RunningAttempt attempt;
    private final AttemptResult result;
    private final long since;
    private boolean alone;
    private int tries;

    /** Time before which it is not sent: of others of its call the answer was definite. */
    private long notBefore;

    Held(RunningAttempt attempt, AttemptResult result, long since) {
      this.attempt = attempt;
      this.result = result;
      this.since = since;
      this.notBefore = since;
    }

    boolean maySend(long now) {
      return now - notBefore >= 0;
    }

    /** Returns the nanoseconds until it has waited for others, or for itself, long enough. */
    long untilDue(long now) {
      return Math.max(since + LINGER.toNanos() - now, notBefore - now);
    }
  }

  public ResultQueue(
      ResultReport report,
      Times times,
      RunningAttempts running,
      MonotonicClock clock,
      Threads threads,
      RandomGenerator random,
      MeterRegistry metrics) {
    this.report = report;
    this.times = times;
    this.running = running;
    this.clock = clock;
    this.random = random;
    this.metrics = metrics;
    this.settled = threads.condition(lock);
    this.calledAt = clock.nanos();
    this.pausedUntil = clock.nanos();
  }

  /** Registers an action, which must not wait, that runs when a result waits for a turn. */
  public void whenWaiting(Runnable action) {
    lock.lock();
    try {
      whenWaiting = action;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a result. It is sent at once, by the calling thread, if that has nothing else to do and no
   * call is under way; else together with those that come within a moment.
   */
  void add(RunningAttempt attempt, AttemptResult result, boolean slotHasMoreWork) {
    lock.lock();
    try {
      waiting.add(new Held(attempt, result, clock.nanos()));
      if (slotHasMoreWork && waiting.size() < RESULTS_MAX) {
        watch();
      } else {
        send();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether slots may take more work: a process that cannot report does not collect
   * results.
   */
  boolean hasRoom() {
    lock.lock();
    try {
      return failures == 0 && waiting.size() + inCalls < HELD_MAX;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no result is left, after the drain began.
   *
   * @return false if the time was over first
   */
  public boolean awaitSettled(Duration timeout) throws InterruptedException {
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (waiting.size() + inCalls > 0 && left > 0) {
        left = settled.awaitNanos(left);
      }
      return waiting.size() + inCalls == 0;
    } finally {
      lock.unlock();
    }
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
      watched = wait < IDLE.toNanos();
      return Duration.ofNanos(Math.max(0, wait));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the nanoseconds until a call is to be made. While as many are under way as may be, none
   * is: the first that ends makes the next.
   */
  private long untilDue() {
    if (waiting.isEmpty() || callsUnderWay == CALLS_MAX) {
      return IDLE.toNanos();
    }
    long now = clock.nanos();
    long first = waiting.stream().mapToLong(held -> held.untilDue(now)).min().orElseThrow();
    long wait = Math.max(first, pausedUntil - now);
    return callsUnderWay == 0 ? wait : Math.max(wait, calledAt + CALL_TAKES.toNanos() - now);
  }

  private void watch() {
    if (!watched) {
      watched = true;
      whenWaiting.run();
    }
  }

  /** Makes calls until none is to be made; what then waits is left to the turn of this step. */
  private void send() {
    try {
      while (mayCall()) {
        call(batch());
      }
    } finally {
      if (!waiting.isEmpty()) {
        watch();
      }
    }
  }

  private boolean mayCall() {
    long now = clock.nanos();
    return now - pausedUntil >= 0
        && waiting.stream().anyMatch(held -> held.maySend(now))
        && (callsUnderWay == 0
            || (callsUnderWay < CALLS_MAX && clock.since(calledAt).compareTo(CALL_TAKES) >= 0));
  }

  /** Takes the results of the next call; none if the claims of all that waited are lost. */
  private List<Held> batch() {
    var batch = new ArrayList<Held>();
    int bytes = 0;
    long now = clock.nanos();
    for (var each = waiting.iterator(); each.hasNext() && batch.size() < RESULTS_MAX; ) {
      var next = each.next();
      if (!next.maySend(now)) {
        continue;
      }
      bytes += next.result.getSerializedSize();
      if (!batch.isEmpty() && (bytes > CALL_BYTES_MAX || next.alone || batch.get(0).alone)) {
        break;
      }
      each.remove();
      if (next.attempt.isLost()) {
        release(next, "DISCARDED");
      } else {
        batch.add(next);
      }
    }
    return batch;
  }

  private void call(List<Held> batch) {
    if (batch.isEmpty()) {
      checkSettled();
      return;
    }
    callsUnderWay++;
    calledAt = clock.nanos();
    inCalls += batch.size();
    List<ReportAnswer> answers = List.of();
    try {
      answers = unlocked(batch);
    } finally {
      callsUnderWay--;
      inCalls -= batch.size();
      settle(batch, answers);
    }
  }

  /** Makes a call without the lock, so that other results can be added meanwhile. */
  private List<ReportAnswer> unlocked(List<Held> batch) {
    lock.unlock();
    try {
      return report.send(batch.stream().map(held -> held.result).toList());
    } finally {
      lock.lock();
    }
  }

  /**
   * @param answers none after an error in the thread of the call
   */
  private void settle(List<Held> batch, List<ReportAnswer> answers) {
    boolean anyDefinite =
        answers.stream().anyMatch(answer -> answer instanceof ReportAnswer.Definite);
    boolean failed = false;
    // Back to front, so that those that stay do so in their order.
    for (int i = batch.size() - 1; i >= 0; i--) {
      var held = batch.get(i);
      var answer = answers.isEmpty() ? FAILED : answers.get(i);
      if (answer instanceof ReportAnswer.Definite definite) {
        answered(held, definite);
      } else {
        var unknown = (ReportAnswer.Unknown) answer;
        failed |= !unknown.callRefused() && !anyDefinite;
        unanswered(held, unknown);
        if (anyDefinite) {
          held.notBefore = clock.nanos() + times.backoff().after(held.tries, random).toNanos();
        }
      }
    }
    failures = failed ? failures + 1 : 0;
    if (failed) {
      pausedUntil = clock.nanos() + times.backoff().after(failures, random).toNanos();
    }
    checkSettled();
  }

  private void checkSettled() {
    if (waiting.size() + inCalls == 0) {
      failures = 0;
      settled.signalAll();
    }
  }

  private void answered(Held held, ReportAnswer.Definite definite) {
    if (!definite.recorded()) {
      log.warn(
          "report refused taskId={} epoch={} attempt={} verdict={}",
          held.attempt.taskId(),
          held.attempt.work().getEpoch(),
          held.attempt.work().getAttempt(),
          definite.verdict());
    }
    if (definite.recorded() && isFailure(held.result)) {
      held.attempt.fail();
    }
    release(held, definite.recorded() ? held.result.getOutcomeCase().name() : definite.verdict());
  }

  /** Returns whether an attempt has failed; one that is to be tried at a stated time has not. */
  private static boolean isFailure(AttemptResult result) {
    return result.hasFatalFailure()
        || (result.hasRetriableFailure() && !result.getRetriableFailure().hasRetryAfter());
  }

  private void unanswered(Held held, ReportAnswer.Unknown unknown) {
    held.tries++;
    held.alone = unknown.callRefused();
    metrics.counter("atf.executor.reports.retried").increment();
    var work = held.attempt.work();
    log.warn(
        "report unanswered taskId={} epoch={} attempt={} tries={} status={}",
        held.attempt.taskId(),
        work.getEpoch(),
        work.getAttempt(),
        held.tries,
        GrpcCall.brief(unknown.status()));
    if (clock.since(held.since).compareTo(times.resultTimeout()) < 0) {
      waiting.addFirst(held);
      return;
    }
    // Nothing runs any more: without heartbeats its lease ends, and the task runs once more.
    release(held, "UNREPORTED");
    log.error(
        "result given up taskId={} epoch={} attempt={}: no answer within {}",
        held.attempt.taskId(),
        work.getEpoch(),
        work.getAttempt(),
        times.resultTimeout());
  }

  private void release(Held held, String outcome) {
    running.remove(held.attempt);
    metrics.counter("atf.executor.attempts", "outcome", outcome).increment();
  }
}
