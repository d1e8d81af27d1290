package dev.atf.executor.core;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.RunningAttempts.EndedClaim;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.health.HealthGate;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.loop.WakeableStep;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches work from the controller for the slots of a process. One NextWork call requests a task
 * for each free slot, and for slots that are expected to be free soon ({@link Pace}): those tasks
 * are prefetched. A slot makes a call itself while fewer than the maximum number of calls are in
 * progress. Slots that become free after that wait, and share the next call. Therefore an idle
 * process does not wait, and a busy one makes few calls. An answer goes to any waiting slot, not
 * only to the one that made the call.
 *
 * <p>Prefetched work is claimed but not heartbeated. The first free slot takes it; otherwise it is
 * returned.
 *
 * <p>If the process dies here, no executor runs the work that it has fetched. Its host reports the
 * death to the HSC, or the leases end. The attempts count.
 *
 * <p>Each turn of this step returns prefetched work that no slot has taken in time, and prefetches
 * more. Thread-safe.
 */
public final class Fetcher implements WakeableStep {
  /** Maximum number of tasks in one call to a controller that has not reported its own limit. */
  static final int TASKS_MAX_UNKNOWN = 10;

  /**
   * Maximum number of tasks in one call. With this many, the cost of the call itself hardly
   * matters.
   */
  static final int TASKS_MAX = 100;

  /** Longest wait of prefetched work for a slot. It is many times the expected wait. */
  static final Duration PREFETCHED_WAIT_MAX = Duration.ofMillis(500);

  /** Maximum number of concurrent calls. With two, one can be made while the other hangs. */
  private static final int CALLS_MAX = 2;

  /**
   * Time after which a call counts as held by the controller because there is no work. One more
   * call may then be made to report ended claims. If the lambda limits its running tasks, the
   * controller may hold the other calls until it gets these reports.
   */
  private static final Duration HELD_AFTER = Duration.ofMillis(10);

  /** Maximum number of ended claims in one call, by the protocol. */
  private static final int DONE_MAX = 1_000;

  /** Wait while no work is prefetched. */
  private static final Duration IDLE = Duration.ofHours(1);

  private static final Logger log = LoggerFactory.getLogger(Fetcher.class);

  private final ExecutorIdentity identity;
  private final ExecutorConfig config;
  private final ControllerCalls controller;
  private final RunningAttempts running;
  private final Pace pace;
  private final Drain drain;
  private final HealthGate health;
  private final MonotonicClock clock;
  private final MeterRegistry metrics;

  /**
   * Time-out of a NextWork call. It includes a claim at the end of the wait: a call that is
   * cancelled while the controller claims loses the claim, which counts as a death.
   */
  private final Duration timeout;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;

  /** Answers for waiting slots, one for each. */
  private final Deque<Answer> answers = new ArrayDeque<>();

  /** Work for slots that are still busy. */
  private final Deque<Prefetched> prefetched = new ArrayDeque<>();

  /** Number of free slots for which no call in progress requests work. */
  private int freeSlots;

  /** Maximum number of tasks in one call, as the controller has reported it. */
  private int tasksMax = TASKS_MAX_UNKNOWN;

  /** Set while the last answer brought as many tasks as were requested. */
  private boolean hasBacklog;

  private int callsInProgress;

  /** Start of the latest call, on the monotonic clock. */
  private long calledAt;

  /** Number of tasks that the calls in progress request in addition to those for free slots. */
  private int prefetching;

  private Runnable wake = () -> {};

  /** Set when {@link #wake} runs for prefetched work, until a turn finds none. */
  private boolean awake;

  /** Set when {@link #wake} runs for a {@link #prefetch}, until the prefetch starts. */
  private boolean prefetchIsDue;

  /** Answer to one slot. */
  sealed interface Answer {
    record Arrived(RunningAttempt attempt) implements Answer {}

    /**
     * No work was available.
     *
     * @param askedAt when NextWork was sent, on the monotonic clock
     */
    record Nothing(long askedAt) implements Answer {}

    record Failed(StatusRuntimeException error) implements Answer {}
  }

  private record Prefetched(RunningAttempt attempt, long arrivedAt) {}

  public Fetcher(
      ExecutorIdentity identity,
      ExecutorConfig config,
      ControllerCalls controller,
      RunningAttempts running,
      Pace pace,
      Drain drain,
      HealthGate health,
      MonotonicClock clock,
      Threads threads,
      MeterRegistry metrics) {
    this.identity = identity;
    this.config = config;
    this.controller = controller;
    this.running = running;
    this.pace = pace;
    this.drain = drain;
    this.health = health;
    this.clock = clock;
    this.metrics = metrics;
    this.timeout =
        config.nextWorkWait().plus(config.tuning().claimWait()).plus(config.lease().callTimeout());
    this.changed = threads.condition(lock);
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

  /** Waits for work for one slot. */
  Answer next() {
    lock.lock();
    try {
      addFreeSlots(1);
      while (answers.isEmpty()) {
        if (freeSlots > 0 && mayCall()) {
          callForFreeSlots();
        } else if (freeSlots > 0 && mayReportEnded()) {
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
        wake.run();
      }
      return answers.remove();
    } finally {
      lock.unlock();
    }
  }

  private void addFreeSlots(int slots) {
    freeSlots += slots;
    while (freeSlots > 0 && !prefetched.isEmpty()) {
      answers.add(new Answer.Arrived(prefetched.remove().attempt()));
      freeSlots--;
      changed.signal();
    }
  }

  private boolean mayCall() {
    return callsInProgress < CALLS_MAX
        || (mayReportEnded() && clock.since(calledAt).compareTo(HELD_AFTER) >= 0);
  }

  private boolean mayReportEnded() {
    return callsInProgress == CALLS_MAX && running.hasEnded();
  }

  private void callForFreeSlots() {
    int slots = Math.min(tasksMax, freeSlots);
    int more = Math.min(tasksMax - slots, Math.max(0, pace.freeSoon() - prefetching));
    call(slots, more, config.nextWorkWait());
  }

  /**
   * Makes a call.
   *
   * @param slots free slots for which it requests a task each
   * @param more tasks that it requests in addition
   * @param wait how long the controller may hold it
   */
  private void call(int slots, int more, Duration wait) {
    freeSlots -= slots;
    prefetching += more;
    callsInProgress++;
    calledAt = clock.nanos();
    int answered = 0;
    try {
      answered = answer(slots, slots + more, wait);
    } finally {
      prefetching -= more;
      callsInProgress--;
      // The next call requests work for slots that got none, unless other calls prefetched some.
      addFreeSlots(slots - answered);
      // One more slot than there are answers is woken: it makes the call for those that still wait.
      for (int i = 0; i <= answered; i++) {
        changed.signal();
      }
    }
  }

  /**
   * Calls the controller, and gives the answers to slots.
   *
   * @return number of slots that were answered
   */
  private int answer(int slots, int tasks, Duration wait) {
    long askedAt = clock.nanos();
    var done = running.takeEnded(DONE_MAX);
    NextWorkResponse response;
    try {
      response = unlocked(request(tasks, wait, done));
    } catch (RuntimeException e) {
      running.putBackEnded(done);
      var error =
          e instanceof StatusRuntimeException status
              ? status
              : Status.fromThrowable(e).asRuntimeException();
      return answerAll(slots, new Answer.Failed(error));
    }
    if (response.hasTasksMax()) {
      tasksMax = Math.max(TASKS_MAX_UNKNOWN, Math.min(TASKS_MAX, response.getTasksMax()));
    }
    hasBacklog = response.getWorkCount() >= tasks;
    if (response.getWorkCount() == 0) {
      return answerAll(slots, new Answer.Nothing(askedAt));
    }
    List<RunningAttempt> attempts;
    try {
      attempts = attempts(response, tasks, askedAt);
    } catch (RuntimeException e) {
      var error =
          Status.INTERNAL.withDescription("the answer of the controller is invalid").withCause(e);
      return answerAll(slots, new Answer.Failed(error.asRuntimeException()));
    }
    long arrivedAt = clock.nanos();
    int answered = Math.min(slots, attempts.size());
    attempts.subList(0, answered).forEach(attempt -> answers.add(new Answer.Arrived(attempt)));
    attempts
        .subList(answered, attempts.size())
        .forEach(attempt -> prefetched.add(new Prefetched(attempt, arrivedAt)));
    if (!prefetched.isEmpty() && !awake) {
      awake = true;
      wake.run();
    }
    return answered;
  }

  private static List<RunningAttempt> attempts(NextWorkResponse response, int max, long askedAt) {
    // The controller sent the claim this long after it had received the request.
    long claimedAt = askedAt + ProtoTimes.java(response.getWaited()).toNanos();
    return response.getWorkList().stream()
        .limit(max)
        .map(work -> new RunningAttempt(work, claimedAt))
        .toList();
  }

  private NextWorkRequest request(int tasks, Duration wait, List<EndedClaim> done) {
    return NextWorkRequest.newBuilder()
        .setExecutorId(identity.executorId())
        .setLambda(identity.lambda())
        .setThreads(identity.threads())
        .setTasksMax(tasks)
        .setWait(ProtoTimes.proto(wait))
        .addAllDone(done.stream().map(EndedClaim::id).toList())
        .addAllFailed(done.stream().filter(EndedClaim::failed).map(EndedClaim::id).toList())
        .build();
  }

  /** Makes a call without the lock, so that other slots can use this fetcher. */
  private NextWorkResponse unlocked(NextWorkRequest request) {
    lock.unlock();
    try {
      var response = controller.nextWork(request, timeout);
      response.getWorkList().stream()
          .skip(request.getTasksMax())
          .forEach(surplus -> returnWork(surplus, ReturnReason.UNASKED));
      return response;
    } finally {
      lock.lock();
    }
  }

  private int answerAll(int slots, Answer answer) {
    for (int i = 0; i < slots; i++) {
      answers.add(answer);
    }
    return slots;
  }

  /** Returns whether there is prefetched work, which the next free slot takes. */
  boolean hasPrefetched() {
    lock.lock();
    try {
      return !prefetched.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns prefetched work that has waited for too long to the controller, because other processes
   * may have free slots. Then prefetches more.
   */
  @Override
  public Duration turn() {
    returnPrefetched(PREFETCHED_WAIT_MAX, ReturnReason.NO_SLOT_FREE);
    if (!drain.hasBegun() && health.isOpen()) {
      prefetch();
    }
    lock.lock();
    try {
      awake = !prefetched.isEmpty();
      return Optional.ofNullable(prefetched.peek())
          .map(first -> PREFETCHED_WAIT_MAX.minus(clock.since(first.arrivedAt())))
          .orElse(IDLE);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Requests more work while the slots still run what was prefetched. It does so only if the last
   * answer brought as many tasks as were requested, because then more are ready. The call does not
   * wait for work.
   */
  private void prefetch() {
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

  /** Returns the number of tasks to prefetch now. */
  private int shortfall() {
    if (!hasBacklog || callsInProgress > 0) {
      return 0;
    }
    int target = Math.min(tasksMax, pace.freeSoon());
    return prefetched.size() <= target / 2 ? target - prefetched.size() : 0;
  }

  /**
   * Returns prefetched work to the controller, once.
   *
   * @param atLeast minimum time since its arrival
   */
  public void returnPrefetched(Duration atLeast, ReturnReason reason) {
    for (var old = removeOld(atLeast); old.isPresent(); old = removeOld(atLeast)) {
      pace.stalled();
      returnWork(old.get().work(), reason);
    }
  }

  /**
   * Reports the claims that have ended since the last NextWork call, because there is no further
   * one. If a call is lost, this process's host reports its end.
   */
  public void reportEnded() {
    for (var done = running.takeEnded(DONE_MAX);
        !done.isEmpty();
        done = running.takeEnded(DONE_MAX)) {
      try {
        controller.returnWork(
            ReturnWorkRequest.newBuilder()
                .setExecutorId(identity.executorId())
                .setLambda(identity.lambda())
                .addAllDone(done.stream().map(EndedClaim::id).toList())
                .build(),
            config.lease().callTimeout());
      } catch (StatusRuntimeException e) {
        log.warn(
            "the controller does not know that claims={} have ended status={}",
            done.size(),
            GrpcCall.brief(e.getStatus()));
        return;
      }
    }
  }

  private Optional<RunningAttempt> removeOld(Duration atLeast) {
    lock.lock();
    try {
      return Optional.ofNullable(prefetched.peek())
          .filter(first -> clock.since(first.arrivedAt()).compareTo(atLeast) >= 0)
          .map(first -> prefetched.remove().attempt());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns work to the controller with a single call. If the call is lost, the work becomes due
   * again when its lease expires.
   */
  void returnWork(Work work, ReturnReason reason) {
    metrics.counter("atf.executor.work.returned", "reason", reason.name()).increment();
    log.warn(
        "work returned taskId={} epoch={} attempt={} reason={}",
        work.getTaskId(),
        work.getEpoch(),
        work.getAttempt(),
        reason);
    var returned =
        ReturnedWork.newBuilder()
            .setTaskId(work.getTaskId())
            .setEpoch(work.getEpoch())
            .setClaimId(work.getClaimId())
            .setAttempt(work.getAttempt())
            .setReason(reason.name());
    try {
      controller.returnWork(
          ReturnWorkRequest.newBuilder()
              .setExecutorId(identity.executorId())
              .setLambda(work.getLambda())
              .addWork(returned)
              .build(),
          config.lease().callTimeout());
    } catch (StatusRuntimeException e) {
      log.warn(
          "return failed taskId={} status={}", work.getTaskId(), GrpcCall.brief(e.getStatus()));
    }
  }
}
