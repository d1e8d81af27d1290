package dev.atf.executor.core;

import dev.atf.protocol.v1.AttemptResult;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Queue through which the slots of a process report: one call takes all results that came while
 * another was under way, and a result does not wait when no call is under way. Each result has its
 * own answer, and one without a definite answer is repeated by itself, so that an invalid result
 * affects only itself.
 */
public final class ResultLine {
  /** Most results of one call, by the protocol. */
  static final int RESULTS_MAX = 100;

  /**
   * Most bytes of one call. Chosen: large results fill a call by themselves; below what a server
   * takes.
   */
  static final int CALL_BYTES_MAX = 1 << 20;

  /** Most concurrent calls. Chosen: while one hangs another can be made. */
  private static final int CALLS_MAX = 2;

  /** Time after which a call counts as hanging. Chosen: most end within a few milliseconds. */
  private static final Duration CALL_TAKES = Duration.ofMillis(50);

  /**
   * Answer after an error in the thread of the call; the others of the batch report by themselves.
   */
  private static final ReportAnswer FAILED =
      new ReportAnswer.Unknown(Status.INTERNAL.withDescription("the call failed on this side"));

  private final ResultReport report;
  private final MonotonicClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;
  private final Deque<Place> waiting = new ArrayDeque<>();
  private int callsUnderWay;

  /** Start of the latest call. */
  private long calledAt;

  private static final class Place {
    private final AttemptResult result;
    private @Nullable ReportAnswer answer;

    Place(AttemptResult result) {
      this.result = result;
    }
  }

  /** Callback in the thread of a call, before the waiting slots continue. */
  interface WhenAnswered {
    void definitely(int results);
  }

  public ResultLine(ResultReport report, MonotonicClock clock, Threads threads) {
    this.report = report;
    this.clock = clock;
    this.changed = threads.condition(lock);
  }

  /** Reports one result, together with others. */
  ReportAnswer send(AttemptResult result, WhenAnswered whenAnswered) {
    var own = new Place(result);
    lock.lock();
    try {
      waiting.add(own);
      var answer = own.answer;
      while (answer == null) {
        if (!waiting.isEmpty() && mayCall()) {
          call(batch(), whenAnswered);
        } else if (waiting.isEmpty() || callsUnderWay == CALLS_MAX) {
          changed.awaitUninterruptibly();
        } else {
          try {
            long ignored = changed.awaitNanos(CALL_TAKES.minus(clock.since(calledAt)).toNanos());
          } catch (InterruptedException e) {
            // Only handlers are interrupted, and this one has ended.
          }
        }
        answer = own.answer;
      }
      return answer;
    } finally {
      lock.unlock();
    }
  }

  private boolean mayCall() {
    return callsUnderWay == 0
        || (callsUnderWay < CALLS_MAX && clock.since(calledAt).compareTo(CALL_TAKES) >= 0);
  }

  ReportAnswer sendAlone(AttemptResult result) {
    return report.send(List.of(result)).get(0);
  }

  private List<Place> batch() {
    var batch = new ArrayList<Place>();
    int bytes = 0;
    while (!waiting.isEmpty() && batch.size() < RESULTS_MAX) {
      bytes += waiting.element().result.getSerializedSize();
      if (bytes > CALL_BYTES_MAX && !batch.isEmpty()) {
        break;
      }
      batch.add(waiting.remove());
    }
    return batch;
  }

  private void call(List<Place> batch, WhenAnswered whenAnswered) {
    callsUnderWay++;
    calledAt = clock.nanos();
    List<ReportAnswer> answers = List.of();
    try {
      answers = unlocked(batch);
      whenAnswered.definitely(
          (int) answers.stream().filter(ReportAnswer.Definite.class::isInstance).count());
    } finally {
      callsUnderWay--;
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).answer = answers.isEmpty() ? FAILED : answers.get(i);
      }
      changed.signalAll();
    }
  }

  /** Makes a call without the lock, so that other results can be queued meanwhile. */
  private List<ReportAnswer> unlocked(List<Place> batch) {
    lock.unlock();
    try {
      return report.send(batch.stream().map(place -> place.result).toList());
    } finally {
      lock.lock();
    }
  }
}
