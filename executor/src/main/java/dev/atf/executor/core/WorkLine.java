package dev.atf.executor.core;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.MonotonicClock;
import dev.atf.runtime.Threads;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the slots of a process wait for work: one call asks for all that are free. Whoever finds
 * too few calls under way makes the next one at once; who comes meanwhile is asked for by the one
 * after. So an idle process waits for nothing, and a busy one makes few calls.
 *
 * <p>No more is asked for than slots are free. Slots are alike: each takes one answer, whichever
 * call brought it.
 */
public final class WorkLine {
  /** The protocol's. */
  static final int TASKS_MAX = 10;

  /** Chosen: one that hangs leaves another. */
  private static final int CALLS_MAX = 2;

  private final NextWorkRequest request;
  private final Duration timeout;
  private final ControllerCalls controller;
  private final WorkArrival arrival;
  private final MonotonicClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;
  private final Deque<Answer> answers = new ArrayDeque<>();

  /** Slots that are free and that no call under way asks for. */
  private int wanted;

  private int callsUnderWay;

  /** What one slot is told. */
  sealed interface Answer {
    /**
     * @param askedAt when NextWork was sent, on the monotonic clock
     * @param waited how long the controller held the request before it sent the claim
     */
    record Handed(Work work, long askedAt, Duration waited) implements Answer {}

    /**
     * There was none.
     *
     * @param askedAt when NextWork was sent, on the monotonic clock
     */
    record Nothing(long askedAt) implements Answer {}

    record Failed(StatusRuntimeException error) implements Answer {}
  }

  /**
   * @param holdFor how long the controller may hold a request
   * @param timeout how long a call may take in all
   */
  public WorkLine(
      ExecutorIdentity identity,
      Duration holdFor,
      Duration timeout,
      ControllerCalls controller,
      WorkArrival arrival,
      MonotonicClock clock,
      Threads threads) {
    this.request =
        NextWorkRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .setWait(ProtoTimes.proto(holdFor))
            .build();
    this.timeout = timeout;
    this.controller = controller;
    this.arrival = arrival;
    this.clock = clock;
    this.changed = threads.condition(lock);
  }

  /** So many slots become free together: the first of them to come asks for all. */
  void expect(int slots) {
    lock.lock();
    try {
      wanted += slots;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for work for one slot.
   *
   * @param expected whether the slot was announced by {@link #expect}
   */
  Answer next(boolean expected) {
    lock.lock();
    try {
      if (!expected) {
        wanted++;
      }
      while (answers.isEmpty()) {
        if (wanted > 0 && callsUnderWay < CALLS_MAX) {
          ask();
        } else {
          changed.awaitUninterruptibly();
        }
      }
      return answers.remove();
    } finally {
      lock.unlock();
    }
  }

  private void ask() {
    int slots = Math.min(TASKS_MAX, wanted);
    wanted -= slots;
    callsUnderWay++;
    int answered = 0;
    try {
      answered = answer(slots);
    } finally {
      callsUnderWay--;
      // Those that got nothing are asked for again.
      wanted += slots - answered;
      // One more than there are answers: somebody has to ask for those that go on waiting.
      for (int i = 0; i <= answered; i++) {
        changed.signal();
      }
    }
  }

  /**
   * @return how many slots were answered
   */
  private int answer(int slots) {
    long askedAt = clock.nanos();
    NextWorkResponse response;
    try {
      response = unlocked(request.toBuilder().setTasksMax(slots).build());
    } catch (RuntimeException e) {
      var error =
          e instanceof StatusRuntimeException status
              ? status
              : Status.fromThrowable(e).asRuntimeException();
      return all(slots, new Answer.Failed(error));
    }
    if (response.getWorkCount() == 0) {
      return all(slots, new Answer.Nothing(askedAt));
    }
    var waited = ProtoTimes.java(response.getWaited());
    response.getWorkList().stream()
        .limit(slots)
        .forEach(work -> answers.add(new Answer.Handed(work, askedAt, waited)));
    return Math.min(slots, response.getWorkCount());
  }

  private int all(int slots, Answer answer) {
    for (int i = 0; i < slots; i++) {
      answers.add(answer);
    }
    return slots;
  }

  /** A call is made without the lock: other slots come and go meanwhile. */
  private NextWorkResponse unlocked(NextWorkRequest asked) {
    lock.unlock();
    try {
      var response = controller.nextWork(asked, timeout);
      response.getWorkList().stream()
          .skip(asked.getTasksMax())
          .forEach(surplus -> arrival.giveBack(surplus, ReturnReason.UNASKED));
      return response;
    } finally {
      lock.lock();
    }
  }
}
