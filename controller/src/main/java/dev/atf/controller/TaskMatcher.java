package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.worker.AttemptEnds;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Matches waiting NextWork calls with received references. This is the state that the controller's
 * threads share. One lock guards it, and is never held during I/O.
 *
 * <p>A polling thread ({@link QueuePolls}) gets the number of wanted references from {@link
 * #awaitRoom}, and passes received references to {@link #arrived}. They wait in one bounded line
 * for each priority of their lambda. A call for work is added by {@link #enter} and occupies no
 * thread. A claiming thread ({@link Claimer}) gets a call and its references from {@link
 * #takeMatch}. Each call or reference is either here or owned by the one thread that took it.
 *
 * <p>If the process dies here, the messages of its references become visible in their queues again,
 * for other hosts. Executors that still run repeat their calls.
 *
 * <p>The rules of one lambda are in {@link LambdaMatcher} and {@link PriorityBuffers}. This class
 * adds the turns between lambdas, the waiting of threads, and the state of the whole host.
 */
@Singleton
final class TaskMatcher {
  /** Result of a call's request for work. */
  enum Entry {
    WAITING,
    /** The maximum number of calls already waits for work of the lambda. */
    FULL,
    /** The lambda is not served yet, and the maximum number of lambdas is already served. */
    TOO_MANY_LAMBDAS,
    DRAINING
  }

  /** Call and the references to claim for it. The thread that took the match owns both. */
  record Match(WaitingCall call, List<BufferedRef> refs) {}

  /**
   * Demand of executors for work of one lambda.
   *
   * @param waiting number of waiting calls
   * @param handedOut number of attempts since this controller started
   * @param askedAgo time since the last call; empty if there was none
   */
  record Demand(int waiting, long handedOut, Optional<Duration> askedAgo) {}

  /**
   * Ends of a lambda's attempts on this host, and the conclusion from them.
   *
   * @param ends ends within the last minute
   * @param asksElsewhere whether the HSC must report how attempts end on other hosts
   * @param suspected whether attempts wait, for some time, for that report
   * @param reason why no attempt starts, in words; empty if attempts may start
   */
  record RecentEnds(AttemptEnds ends, boolean asksElsewhere, boolean suspected, String reason) {}

  /**
   * Default maximum number of references of one claim, for an HSC that has not reported its own
   * maximum.
   */
  static final int CLAIM_MAX_UNKNOWN = 10;

  /** Time after which an early reference is added again if its line was full. */
  private static final Duration LINE_FULL_PAUSE = Duration.ofMillis(100);

  private final ControllerConfig config;
  private final ServedLambdas served;
  private final HostHealth health;
  private final Threads threads;
  private final MonotonicClock clock;
  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when a match may have become possible. */
  private final Condition matchable;

  /** Served lambdas: those of the settings, and those that joined because an executor asked. */
  private final Map<LambdaName, LambdaMatcher> lambdas = new LinkedHashMap<>();

  /** Lambdas in the order of their turns. */
  private final Deque<LambdaName> turns = new ArrayDeque<>();

  private Runnable whenNews = () -> {};
  private Runnable whenEndsEarlier = () -> {};

  /** Time at which the first wait of a call or a reference ends, or an earlier time. */
  private long nextEndAt;

  private int claimsInProgress;
  private int claimMax = CLAIM_MAX_UNKNOWN;

  /** Set while a waiting thread will wake at the time at which the next match becomes possible. */
  private boolean isTimeAwaited;

  /** Time on the monotonic clock at which that thread wakes. */
  private long awaitedTime;

  private boolean suspended;
  private boolean closed;

  @Inject
  TaskMatcher(
      ControllerConfig config,
      ServedLambdas served,
      HostHealth health,
      Threads threads,
      MonotonicClock clock) {
    this.config = config;
    this.served = served;
    this.health = health;
    this.threads = threads;
    this.clock = clock;
    this.matchable = threads.condition(lock);
    this.nextEndAt = clock.nanos();
    served.names().forEach(this::add);
  }

  // References from the queues.

  /**
   * Waits until a queue has demand and capacity. Returns the number of references to request. A
   * caller that gets more than 0 polls the queue, and then calls {@link #polled}.
   *
   * @param patience maximum wait
   */
  int awaitRoom(QueueName queue, Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long until = clock.nanos() + patience.toNanos();
      while (true) {
        long now = clock.nanos();
        var lambda = of(queue.lambda());
        int room =
            takesNoReferences()
                ? 0
                : Math.min(PriorityBuffers.BATCH_MAX, lambda.room(queue.priority(), now));
        if (room > 0) {
          lambda.buffers().pollBegan(queue.priority(), room, now);
          // Lower queues wait for its answer from now on.
          lambda.demanded().signalAll();
        }
        if (room > 0 || now - until >= 0) {
          return room;
        }
        long roomIn = lambda.untilRoom(queue.priority(), now).orElse(until - now);
        lambda.demanded().awaitNanos(Math.min(until - now, roomIn));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Records that the poll of a queue has ended. */
  void polled(QueueName queue, int received) {
    change(
        queue.lambda(),
        lambda -> lambda.buffers().pollEnded(queue.priority(), received, clock.nanos()));
  }

  /**
   * Buffers received references. Returns those for which there is no capacity; the caller returns
   * them to their queues.
   */
  List<BufferedRef> arrived(Collection<BufferedRef> refs) {
    return place(refs, PriorityBuffers::add);
  }

  /**
   * Buffers references again that were taken but not claimed. Returns those for which there is no
   * capacity.
   */
  List<BufferedRef> putBack(Collection<BufferedRef> refs) {
    return place(refs, PriorityBuffers::putBack);
  }

  /**
   * Keeps references that were claimed too early.
   *
   * @param refs references with the time from now until they may be claimed
   * @return the references for which there is no capacity
   */
  List<BufferedRef> putBackLater(Map<BufferedRef, Duration> refs) {
    return locked(
        () -> {
          long now = clock.nanos();
          var left = new ArrayList<BufferedRef>();
          refs.forEach(
              (ref, wait) -> {
                if (takesNoReferences() || !keepUntil(ref, now + wait.toNanos())) {
                  left.add(ref);
                }
              });
          matchable.signal();
          return left;
        });
  }

  private boolean keepUntil(BufferedRef ref, long time) {
    var lambda = of(ref.queue().lambda());
    return !lambda.isPaused() && lambda.buffers().keepUntil(ref, time);
  }

  private List<BufferedRef> place(Collection<BufferedRef> refs, Placement placement) {
    return locked(
        () -> {
          if (takesNoReferences()) {
            return List.copyOf(refs);
          }
          long now = clock.nanos();
          var left = new ArrayList<BufferedRef>();
          for (var ref : refs) {
            var lambda = of(ref.queue().lambda());
            if (lambda.isPaused() || !placement.into(lambda.buffers(), ref, now)) {
              left.add(ref);
            } else {
              endsAt(lambda.buffers().endOf(ref));
            }
            matchable.signal();
          }
          return left;
        });
  }

  /** Adds a reference to its buffer. Returns false if there is no capacity. */
  @FunctionalInterface
  private interface Placement {
    boolean into(PriorityBuffers buffers, BufferedRef ref, long now);
  }

  /** Returns whether references are neither polled nor buffered. */
  private boolean takesNoReferences() {
    return closed || suspended || !health.mayWork();
  }

  /** Removes and returns the references that were buffered for too long. */
  List<BufferedRef> takeOverAged() {
    return collect(
        lambda -> {
          var aged = lambda.buffers().takeOverAged(clock.nanos());
          if (!aged.isEmpty()) {
            lambda.demanded().signalAll();
          }
          return aged;
        });
  }

  List<BufferedRef> takeAllBuffered() {
    return collect(lambda -> lambda.buffers().takeAll());
  }

  // Calls of executors.

  /** Adds a call that waits for work, if there is capacity. */
  Entry enter(WaitingCall call) {
    return locked(
        () -> {
          if (closed) {
            return Entry.DRAINING;
          }
          if (!lambdas.containsKey(call.lambda())) {
            if (lambdas.size() >= served.max()) {
              return Entry.TOO_MANY_LAMBDAS;
            }
            add(call.lambda());
            whenNews.run();
          }
          var lambda = of(call.lambda());
          if (!lambda.enter(call, clock.nanos())) {
            return Entry.FULL;
          }
          if (lambda.guard().takeNews()) {
            whenNews.run();
          }
          beginWait(call, lambda);
          return Entry.WAITING;
        });
  }

  /**
   * Adds a call that got no work again, in front of later calls. Returns false if the controller
   * drains.
   */
  boolean enterAgain(WaitingCall call) {
    return locked(
        () -> {
          if (!closed) {
            var lambda = of(call.lambda());
            lambda.enterAgain(call);
            beginWait(call, lambda);
          }
          return !closed;
        });
  }

  private void beginWait(WaitingCall call, LambdaMatcher lambda) {
    endsAt(call.endsAt());
    matchable.signal();
    lambda.demanded().signalAll();
  }

  /** Removes a call whose caller no longer waits. */
  void leave(WaitingCall call) {
    inLock(() -> find(call.lambda()).ifPresent(lambda -> lambda.leave(call)));
  }

  List<WaitingCall> takeAllOf(ExecutorId executor, LambdaName lambda) {
    return locked(() -> find(lambda).map(known -> known.takeAllOf(executor)).orElse(List.of()));
  }

  List<WaitingCall> takeAllThatWaited() {
    return collect(lambda -> lambda.takeAllThatWaited(clock.nanos()));
  }

  // Matches of both.

  /**
   * Takes the next call with its references. Lambdas take turns.
   *
   * @param patience maximum wait for a match
   */
  Optional<Match> takeMatch(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long until = clock.nanos() + patience.toNanos();
      while (true) {
        long now = clock.nanos();
        var match = nextMatch(now);
        if (match.isPresent() && !isTimeAwaited && nextWaitEnd(now) < Long.MAX_VALUE) {
          matchable.signal(); // This thread waits no longer, so another must wait for that time.
        }
        if (match.isPresent() || closed || now - until >= 0) {
          return match;
        }
        awaitMatchable(now, until);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a signal. Only one of the threads also wakes at the time at which a match becomes
   * possible: if all of them woke, all but one would find nothing.
   */
  @SuppressWarnings("WaitNotInLoop") // the caller's loop
  private void awaitMatchable(long now, long until) throws InterruptedException {
    long end = now + Math.min(until - now, nextWaitEnd(now));
    if (end == until || (isTimeAwaited && end - awaitedTime >= 0)) {
      matchable.awaitNanos(until - now);
      return;
    }
    isTimeAwaited = true;
    awaitedTime = end;
    try {
      matchable.awaitNanos(end - now);
    } finally {
      isTimeAwaited &= awaitedTime != end;
    }
  }

  private Optional<Match> nextMatch(long now) {
    if (!health.mayWork()) {
      return Optional.empty();
    }
    for (int i = 0; i < turns.size(); i++) {
      var name = turns.removeFirst();
      turns.addLast(name);
      var lambda = of(name);
      lambda.buffers().takeEarly(now).forEach(ref -> placeEarly(lambda.buffers(), ref, now));
      var match = hasItsShare(lambda) ? Optional.<Match>empty() : lambda.match(claimMax, now);
      if (match.isPresent()) {
        claimsInProgress++;
        lambda.demanded().signalAll();
        return match;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether the lambda uses its share of claims. With several lambdas, a lambda may have at
   * most as many claims in progress as there are free claiming threads, so that a slow lambda
   * leaves some for others.
   */
  private boolean hasItsShare(LambdaMatcher lambda) {
    int free = config.tuning().claimConcurrency() - claimsInProgress;
    return lambdas.size() > 1 && lambda.claimsInProgress() >= free;
  }

  /** Adds an early reference, whose time has come, to its line. */
  private void placeEarly(PriorityBuffers buffers, BufferedRef ref, long now) {
    if (buffers.putBack(ref, now)) {
      endsAt(buffers.endOf(ref));
    } else {
      buffers.keepUntil(ref, now + LINE_FULL_PAUSE.toNanos());
    }
  }

  private long nextWaitEnd(long now) {
    return lambdas.values().stream()
        .mapToLong(lambda -> lambda.waitLeft(now))
        .filter(left -> left > 0)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * Records that the claim of a match has ended, with any result.
   *
   * @param refs number of references of the match
   */
  void claimed(LambdaName lambda, int refs) {
    inLock(
        () -> {
          of(lambda).claimed(refs);
          claimsInProgress--;
          matchable.signal();
        });
  }

  /** Counts tasks that are handed out to executors. */
  void countHandedOut(LambdaName lambda, int count) {
    inLock(() -> of(lambda).countHandedOut(count, clock.nanos()));
  }

  // What the HSC and the executors report.

  void setPriorities(LambdaName name, List<Priority> highestFirst) {
    change(name, lambda -> lambda.buffers().setPriorities(highestFirst));
  }

  /**
   * Stops or resumes serving a lambda, because of its gate or of a capability that the host lacks.
   * While it is stopped, no references are polled or handed out, and calls wait.
   *
   * @return the buffered references to return to their queues
   */
  List<BufferedRef> setPaused(LambdaName name, boolean paused) {
    return locked(
        () -> {
          change(name, lambda -> lambda.setPaused(paused));
          return paused ? of(name).buffers().takeAll() : List.of();
        });
  }

  /** Records whether the executors of a lambda have no work and another host polls its queues. */
  void setIdle(LambdaName name, boolean idle) {
    change(name, lambda -> lambda.buffers().setIdle(idle, clock.nanos()));
  }

  /**
   * Sets whether the executors of a lambda sleep, so that its queues are polled although no
   * executor runs.
   */
  void setAsleep(LambdaName name, boolean asleep) {
    change(name, lambda -> lambda.setAsleep(asleep));
  }

  /** Pauses one lambda, because its claims fail. */
  void rest(LambdaName lambda, Duration howLong) {
    inLock(() -> of(lambda).rest(howLong, clock.nanos()));
  }

  /** Records how many more of a lambda's tasks may run, as the HSC has reported. */
  void permits(LambdaName name, OptionalInt free, Duration fullFor) {
    inLock(
        () -> {
          var lambda = of(name);
          lambda.permits().set(free, fullFor, clock.nanos());
          if (free.isPresent()) { // The lambda may be full for less time.
            lambda.demanded().signalAll();
          }
        });
  }

  /** Sets the maximum number of references of one claim, as the HSC has reported. */
  void claimMax(int tasks) {
    inLock(() -> claimMax = tasks);
  }

  /** Returns how a lambda's attempts have ended on this host. */
  RecentEnds ends(LambdaName lambda) {
    return locked(
        () -> {
          long now = clock.nanos();
          var guard = of(lambda).guard();
          return new RecentEnds(
              guard.ends(now), guard.asksElsewhere(now), guard.isSuspected(now), guard.reason(now));
        });
  }

  /** Records the HSC's report on how a lambda's attempts have ended on other hosts. */
  void endsElsewhere(LambdaName name, AttemptEnds ends) {
    inLock(
        () -> find(name).ifPresent(lambda -> lambda.guard().endedElsewhere(ends, clock.nanos())));
  }

  // The host as a whole.

  /**
   * Stops all polls and hand-outs until {@link #resume}, because the HSC does not work.
   *
   * @return the buffered references to return to their queues
   */
  List<BufferedRef> suspend() {
    inLock(() -> suspended = true);
    return takeAllBuffered();
  }

  void resume() {
    inLock(() -> suspended = false);
    checkAgain();
  }

  /** Wakes all waiting threads, which check again whether this host may work. */
  void checkAgain() {
    inLock(
        () -> {
          lambdas.values().forEach(lambda -> lambda.demanded().signalAll());
          matchable.signalAll();
        });
  }

  /** Closes the matcher to new calls, and returns all waiting calls. */
  List<WaitingCall> close() {
    return locked(
        () -> {
          closed = true;
          matchable.signalAll();
          return collect(LambdaMatcher::takeAllWaiting);
        });
  }

  boolean isClosed() {
    return locked(() -> closed);
  }

  /**
   * Registers an action that runs when an executor asks for a new lambda, or when the HSC must
   * report how a lambda's attempts end on other hosts.
   */
  void whenNews(Runnable action) {
    inLock(() -> whenNews = action);
  }

  /** Sets the action that wakes the loop that ends overdue waits. */
  void whenEndsEarlier(Runnable action) {
    inLock(() -> whenEndsEarlier = action);
  }

  /** Returns the time until the next wait ends, at most {@code most}. */
  Duration untilNextEnd(Duration most) {
    return locked(
        () -> {
          long now = clock.nanos();
          long next = now + most.toNanos();
          for (var lambda : lambdas.values()) {
            next = Math.min(next, lambda.nextEnd(next));
          }
          nextEndAt = next;
          return Duration.ofNanos(Math.max(0, next - now));
        });
  }

  /** Records the time at which an added call or reference has waited long enough. */
  private void endsAt(long end) {
    if (end - nextEndAt < 0) {
      nextEndAt = end;
      whenEndsEarlier.run();
    }
  }

  // Lambdas, and what is known about them.

  /** Returns the served lambdas, including those that joined. */
  List<LambdaName> lambdas() {
    return locked(() -> List.copyOf(lambdas.keySet()));
  }

  /** Returns the lambdas that are served because an executor asked for them. */
  List<LambdaName> joined() {
    return locked(
        () -> lambdas.keySet().stream().filter(name -> !served.names().contains(name)).toList());
  }

  /**
   * Stops serving a lambda that joined and for which nothing was ever received.
   *
   * @return the calls that waited for its work
   */
  List<WaitingCall> dismiss(LambdaName name) {
    return locked(
        () -> {
          turns.remove(name);
          return Optional.ofNullable(lambdas.remove(name))
              .map(LambdaMatcher::takeAllWaiting)
              .orElse(List.of());
        });
  }

  /** Returns the queues of a lambda; empty before its priorities are known. */
  List<QueueName> queues(LambdaName lambda) {
    return locked(
        () ->
            of(lambda).buffers().priorities().stream()
                .map(priority -> new QueueName(lambda, priority))
                .toList());
  }

  Demand demand(LambdaName lambda) {
    return locked(() -> of(lambda).demand(clock.nanos()));
  }

  int waitingCount(LambdaName lambda) {
    return locked(() -> of(lambda).waitingCount());
  }

  /** Returns the number of references of all of a lambda's queues. */
  int bufferedCount(LambdaName lambda) {
    return locked(() -> of(lambda).buffers().size());
  }

  int bufferedCount(QueueName queue) {
    return locked(() -> of(queue.lambda()).buffers().size(queue.priority()));
  }

  /** Returns whether any claim is in progress, whose tasks may still be handed out. */
  boolean isClaiming() {
    return locked(() -> claimsInProgress > 0);
  }

  private void add(LambdaName name) {
    lambdas.put(name, new LambdaMatcher(config, threads.condition(lock), clock.nanos()));
    turns.add(name);
  }

  private Optional<LambdaMatcher> find(LambdaName name) {
    return Optional.ofNullable(lambdas.get(name));
  }

  /**
   * Returns the state of a lambda.
   *
   * @throws IllegalArgumentException if the lambda is not served
   */
  private LambdaMatcher of(LambdaName name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException("lambda=" + name + " is not served here"));
  }

  /**
   * Changes the state of a lambda. The threads that poll its queues then check again for capacity.
   */
  private void change(LambdaName name, Consumer<LambdaMatcher> change) {
    inLock(
        () -> {
          var lambda = of(name);
          change.accept(lambda);
          lambda.demanded().signalAll();
        });
  }

  private <T> List<T> collect(Function<LambdaMatcher, List<T>> taking) {
    return locked(
        () -> lambdas.values().stream().flatMap(lambda -> taking.apply(lambda).stream()).toList());
  }

  private void inLock(Runnable change) {
    locked(
        () -> {
          change.run();
          return true;
        });
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
