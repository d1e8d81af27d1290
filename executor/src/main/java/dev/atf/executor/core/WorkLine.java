package dev.atf.executor.core;

import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.RunningAttempts.EndedClaim;
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
 * Queue in which the slots of a process wait for work. One call requests work for all slots that
 * are free, and for those that soon will be ({@link Pace}). A slot that finds too few calls in
 * progress makes the next one immediately; the following call requests work for slots that come
 * later. So an idle process does not wait, and a busy one makes few calls.
 *
 * <p>Work that was fetched ahead is claimed but not heartbeated: the first free slot takes it, or
 * it is returned. Slots are interchangeable: each takes one answer, from whichever call.
 */
public final class WorkLine {
  /** Most tasks of one call to a controller that has not said how many it takes. */
  static final int TASKS_MAX_UNKNOWN = 10;

  /** Most tasks of one call. Chosen: then the call costs little beside them. */
  static final int TASKS_MAX = 100;

  /** Most concurrent calls. Chosen: while one hangs another can be made. */
  private static final int CALLS_MAX = 2;

  /**
   * Time after which a call counts as held for want of work. Chosen. One more call may then report
   * ended claims: for a lambda with a limit on running tasks nothing else could begin before.
   */
  private static final Duration HELD_AFTER = Duration.ofMillis(10);

  /** Most ended claims of one call, by the protocol. */
  private static final int DONE_MAX = 1_000;

  private final NextWorkRequest request;
  private final Duration holdFor;
  private final Duration timeout;
  private final ControllerCalls controller;
  private final WorkArrival arrival;
  private final RunningAttempts running;
  private final Pace pace;
  private final MonotonicClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;

  /** Answers, one for each slot that was asked for. */
  private final Deque<Answer> answers = new ArrayDeque<>();

  /** Work for slots that are still busy. */
  private final Deque<Ahead> ahead = new ArrayDeque<>();

  /** Number of free slots that no call under way asks for. */
  private int wanted;

  /** Most tasks of one call, as the controller has said. */
  private int tasksMax = TASKS_MAX_UNKNOWN;

  /** Set while the last answer brought as many tasks as it was asked for. */
  private boolean moreWaits;

  private int callsUnderWay;

  /** Start of the latest call, on the monotonic clock. */
  private long calledAt;

  private Runnable whenAhead = () -> {};

  /** Set when {@link #whenAhead} runs, until the step that it wakes finds no work. */
  private boolean aheadIsWatched;

  /** Set when {@link #whenAhead} runs for a {@link #prefetch}, until that. */
  private boolean prefetchIsDue;

  /** Number of tasks that the calls under way ask for besides those for slots. */
  private int askedAhead;

  sealed interface Answer {
    /**
     * Work for the slot.
     *
     * @param askedAt when NextWork was sent, on the monotonic clock
     * @param waited how long the controller held the request before it sent the claim
     */
    record Handed(Work work, long askedAt, Duration waited) implements Answer {}

    /**
     * No work was available.
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
            .setThreads(identity.threads())
            .build();
    this.holdFor = holdFor;
    this.timeout = timeout;
    this.controller = controller;
    this.arrival = arrival;
    this.running = running;
    this.pace = pace;
    this.clock = clock;
    this.changed = threads.condition(lock);
  }

  private void want(int slots) {
    wanted += slots;
    while (wanted > 0 && !ahead.isEmpty()) {
      answers.add(ahead.remove().handed());
      wanted--;
      changed.signal();
    }
  }

  /** Waits for work for one slot. */
  Answer next() {
    lock.lock();
    try {
      want(1);
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
      if (!prefetchIsDue && shortfall() > 0) {
        prefetchIsDue = true;
        whenAhead.run();
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
   * Returns work that no slot took, once.
   *
   * @param atLeast least time since its arrival
   */
  public void giveBackAhead(Duration atLeast, ReturnReason reason) {
    for (var old = oldAhead(atLeast); old.isPresent(); old = oldAhead(atLeast)) {
      pace.stalled();
      arrival.giveBack(old.get().handed().work(), reason);
    }
  }

  /** Registers an action, which must not wait, that runs when the first work arrives ahead. */
  public void whenAhead(Runnable action) {
    lock.lock();
    try {
      whenAhead = action;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns how long the first work that was fetched ahead may still wait for a slot; empty if
   * there is none, and the next that comes runs {@link #whenAhead} again.
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

  /** Returns whether work waits here that the next free slot will take. */
  boolean hasAhead() {
    lock.lock();
    try {
      return !ahead.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks for more while the slots still run what came ahead, if the last answer brought as much as
   * was asked for: then more waits. Does not wait for work.
   */
  void prefetch() {
    lock.lock();
    try {
      prefetchIsDue = false;
      int more = shortfall();
      if (more > 0) {
        call(0, more, Duration.ZERO);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many tasks are to be asked for now besides those for free slots. */
  private int shortfall() {
    if (!moreWaits || callsUnderWay > 0) {
      return 0;
    }
    int held = Math.min(tasksMax, pace.freeSoon());
    return ahead.size() <= held / 2 ? held - ahead.size() : 0;
  }

  private void ask() {
    int slots = Math.min(tasksMax, wanted);
    call(slots, Math.min(tasksMax - slots, Math.max(0, pace.freeSoon() - askedAhead)), holdFor);
  }

  private void call(int slots, int more, Duration wait) {
    wanted -= slots;
    askedAhead += more;
    callsUnderWay++;
    calledAt = clock.nanos();
    int answered = 0;
    try {
      answered = answer(slots, slots + more, wait);
    } finally {
      askedAhead -= more;
      callsUnderWay--;
      // Slots without work are asked for again, and may get work that came for others.
      want(slots - answered);
      // One more than there are answers: one slot has to ask for those that go on waiting.
      for (int i = 0; i <= answered; i++) {
        changed.signal();
      }
    }
  }

  /**
   * Hands answers to slots.
   *
   * @return number of slots that were answered
   */
  private int answer(int slots, int tasks, Duration wait) {
    long askedAt = clock.nanos();
    var done = running.takeEnded(DONE_MAX);
    NextWorkResponse response;
    try {
      response =
          unlocked(
              request.toBuilder()
                  .setTasksMax(tasks)
                  .setWait(ProtoTimes.proto(wait))
                  .addAllDone(done.stream().map(EndedClaim::id).toList())
                  .addAllFailed(
                      done.stream().filter(EndedClaim::failed).map(EndedClaim::id).toList())
                  .build());
    } catch (RuntimeException e) {
      running.putBackEnded(done);
      var error =
          e instanceof StatusRuntimeException status
              ? status
              : Status.fromThrowable(e).asRuntimeException();
      return all(slots, new Answer.Failed(error));
    }
    if (response.hasTasksMax()) {
      tasksMax = Math.max(TASKS_MAX_UNKNOWN, Math.min(TASKS_MAX, response.getTasksMax()));
    }
    moreWaits = response.getWorkCount() >= tasks;
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
    if (!ahead.isEmpty()) {
      watchAhead();
    }
    return answered;
  }

  private void watchAhead() {
    if (!aheadIsWatched) {
      aheadIsWatched = true;
      whenAhead.run();
    }
  }

  private int all(int slots, Answer answer) {
    for (int i = 0; i < slots; i++) {
      answers.add(answer);
    }
    return slots;
  }

  /** Makes a call without the lock, so that other slots can come and go meanwhile. */
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
