package dev.atf.executor.core;

import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the slots of a process wait for work: one call asks for all that are free, and for those
 * that soon will be ({@link Pace}). Whoever finds too few calls under way makes the next one at
 * once; who comes meanwhile is asked for by the one after. So an idle process waits for nothing,
 * and a busy one makes few calls.
 *
 * <p>Work that was asked for ahead is claimed, and nobody heartbeats it: the first slot takes it,
 * or it is given back. Slots are alike: each takes one answer, whichever call brought it.
 */
public final class WorkLine {
  /** The protocol's. */
  static final int TASKS_MAX = 10;

  /** Chosen: one that hangs leaves another. */
  private static final int CALLS_MAX = 2;

  /**
   * Chosen: a call that takes longer is held for want of work. One more may then tell of what has
   * ended, for of a lambda with a limit nothing else may begin before.
   */
  private static final Duration HELD_AFTER = Duration.ofMillis(10);

  /** The protocol's. */
  private static final int DONE_MAX = 1_000;

  private final NextWorkRequest request;
  private final Duration timeout;
  private final ControllerCalls controller;
  private final WorkArrival arrival;
  private final RunningAttempts running;
  private final Pace pace;
  private final MonotonicClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;

  /** One for each slot that was asked for. */
  private final Deque<Answer> answers = new ArrayDeque<>();

  /** Work for slots that are still busy. */
  private final Deque<Ahead> ahead = new ArrayDeque<>();

  /** Slots that are free and that no call under way asks for. */
  private int wanted;

  private int callsUnderWay;

  /** Start of the latest call, on the monotonic clock. */
  private long calledAt;

  private Runnable whenAhead = () -> {};

  /** Set when {@link #whenAhead} runs, until the step that it wakes finds nothing. */
  private boolean aheadIsWatched;

  /** Tasks that the calls under way ask for besides those for slots. */
  private int askedAhead;

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

  private record Ahead(Answer.Handed handed, long arrivedAt) {}

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
      RunningAttempts running,
      Pace pace,
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
    this.running = running;
    this.pace = pace;
    this.clock = clock;
    this.changed = threads.condition(lock);
  }

  /** So many slots become free together: the first of them to come asks for all. */
  void expect(int slots) {
    lock.lock();
    try {
      want(slots);
    } finally {
      lock.unlock();
    }
  }

  private void want(int slots) {
    wanted += slots;
    while (wanted > 0 && !ahead.isEmpty()) {
      answers.add(ahead.remove().handed());
      wanted--;
      changed.signal();
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
        want(1);
      }
      while (answers.isEmpty()) {
        if (wanted > 0 && mayAsk()) {
          ask();
        } else if (wanted > 0 && mayTell()) {
          try {
            long ignored = changed.awaitNanos(HELD_AFTER.minus(clock.since(calledAt)).toNanos());
          } catch (InterruptedException e) {
            // Only handlers are interrupted, and this slot has none.
          }
        } else {
          changed.awaitUninterruptibly();
        }
      }
      return answers.remove();
    } finally {
      lock.unlock();
    }
  }

  private boolean mayAsk() {
    return callsUnderWay < CALLS_MAX
        || (mayTell() && clock.since(calledAt).compareTo(HELD_AFTER) >= 0);
  }

  private boolean mayTell() {
    return callsUnderWay == CALLS_MAX && running.hasEnded();
  }

  /**
   * Gives back, once, what no slot took.
   *
   * @param atLeast since its arrival
   */
  public void giveBackAhead(Duration atLeast, ReturnReason reason) {
    for (var old = oldAhead(atLeast); old.isPresent(); old = oldAhead(atLeast)) {
      pace.stalled();
      arrival.giveBack(old.get().handed().work(), reason);
    }
  }

  /** Registers an action, which must not wait, for when work comes ahead and none was there. */
  public void whenAhead(Runnable action) {
    lock.lock();
    try {
      whenAhead = action;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns how long the first work that came ahead may still wait for a slot; empty if there is
   * none, and the next that comes runs {@link #whenAhead} again.
   */
  Optional<Duration> untilAheadIsOld(Duration age) {
    lock.lock();
    try {
      aheadIsWatched = !ahead.isEmpty();
      return Optional.ofNullable(ahead.peek())
          .map(first -> age.minus(clock.since(first.arrivedAt())));
    } finally {
      lock.unlock();
    }
  }

  private Optional<Ahead> oldAhead(Duration atLeast) {
    lock.lock();
    try {
      return Optional.ofNullable(ahead.peek())
          .filter(first -> clock.since(first.arrivedAt()).compareTo(atLeast) >= 0)
          .map(first -> ahead.remove());
    } finally {
      lock.unlock();
    }
  }

  private void ask() {
    int slots = Math.min(TASKS_MAX, wanted);
    int more = Math.min(TASKS_MAX - slots, Math.max(0, pace.freeSoon() - askedAhead));
    wanted -= slots;
    askedAhead += more;
    callsUnderWay++;
    calledAt = clock.nanos();
    int answered = 0;
    try {
      answered = answer(slots, slots + more);
    } finally {
      askedAhead -= more;
      callsUnderWay--;
      // Those that got nothing are asked for again, and may find what came for others.
      want(slots - answered);
      // One more than there are answers: somebody has to ask for those that go on waiting.
      for (int i = 0; i <= answered; i++) {
        changed.signal();
      }
    }
  }

  /**
   * @return how many slots were answered
   */
  private int answer(int slots, int tasks) {
    long askedAt = clock.nanos();
    var done = running.takeEnded(DONE_MAX);
    NextWorkResponse response;
    try {
      response = unlocked(request.toBuilder().setTasksMax(tasks).addAllDone(done).build());
    } catch (RuntimeException e) {
      running.putBackEnded(done);
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
    var handed =
        response.getWorkList().stream()
            .limit(tasks)
            .map(work -> new Answer.Handed(work, askedAt, waited))
            .toList();
    int answered = Math.min(slots, handed.size());
    answers.addAll(handed.subList(0, answered));
    long arrivedAt = clock.nanos();
    handed.subList(answered, handed.size()).forEach(work -> ahead.add(new Ahead(work, arrivedAt)));
    if (!ahead.isEmpty() && !aheadIsWatched) {
      aheadIsWatched = true;
      whenAhead.run();
    }
    return answered;
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
