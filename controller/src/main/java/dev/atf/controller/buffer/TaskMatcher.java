package dev.atf.controller.buffer;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
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
import java.util.function.Supplier;

/**
 * Matches calls that want work with buffered references: all that the controller's threads share,
 * under one lock that is never held during I/O.
 *
 * <p>A call or a reference is either here, or in the hands of the one thread that took it out.
 */
@Singleton
public final class TaskMatcher {
  /** Result of a call's request for work. */
  public enum Entry {
    WAITING,
    /** The maximum number of calls waits for work of its lambda. */
    FULL,
    /** Its lambda is not served yet, and the maximum number of lambdas is. */
    TOO_MANY_LAMBDAS,
    DRAINING
  }

  /** Chosen: a line that is full has capacity again soon. */
  private static final Duration NO_ROOM = Duration.ofMillis(100);

  private final ServedLambdas served;
  private final BufferLimits limits;
  private final ControllerTuning tuning;
  private final MonotonicClock clock;
  private final int claimsMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition matchable;
  private final Threads threads;
  private final Map<LambdaName, LambdaMatcher> desks = new LinkedHashMap<>();
  private final Deque<LambdaName> turns = new ArrayDeque<>();
  private Runnable whenEndsEarlier = () -> {};
  private Runnable whenJoined = () -> {};
  private long nextEndAt;
  private boolean closed;
  private boolean suspended;
  private int claimsUnderWay;

  /** Set while a waiting thread wakes at the time at which the next match becomes possible. */
  private boolean isTimeAwaited;

  /** Time at which that thread wakes, on the monotonic clock. */
  private long awaitedTime;

  @Inject
  public TaskMatcher(
      ServedLambdas lambdas,
      BufferLimits limits,
      ControllerTuning tuning,
      Threads threads,
      MonotonicClock clock) {
    this.served = lambdas;
    this.limits = limits;
    this.tuning = tuning;
    this.matchable = threads.condition(lock);
    this.threads = threads;
    this.clock = clock;
    this.claimsMax = tuning.claimConcurrency();
    this.nextEndAt = clock.nanos();
    lambdas.names().forEach(this::add);
  }

  private void add(LambdaName lambda) {
    desks.put(lambda, new LambdaMatcher(limits, tuning, threads.condition(lock), clock.nanos()));
    turns.add(lambda);
  }

  /** Runs {@code action} when an executor asks for a lambda that was not served before. */
  public void whenJoined(Runnable action) {
    inLock(() -> whenJoined = action);
  }

  /** Returns the number of served lambdas, those that executors asked for among them. */
  public int lambdaCount() {
    return locked(desks::size);
  }

  /** Returns the lambdas that are served because an executor asked for them. */
  public List<LambdaName> joined() {
    return locked(
        () -> desks.keySet().stream().filter(name -> !served.names().contains(name)).toList());
  }

  /**
   * Stops serving a lambda that joined and of which nothing was ever received.
   *
   * @return the calls that waited for its work
   */
  public List<WaitingCall> dismiss(LambdaName lambda) {
    return locked(
        () -> {
          turns.remove(lambda);
          var matcher = desks.remove(lambda);
          return matcher == null ? List.of() : matcher.takeAllWaiting();
        });
  }

  public void setPriorities(LambdaName lambda, List<Priority> highestFirst) {
    inLock(
        () -> {
          matcher(lambda).buffers().setPriorities(highestFirst);
          matcher(lambda).demanded().signalAll();
        });
  }

  /**
   * Closes or opens a lambda's gate here: none of its references is polled or handed out while it
   * is closed.
   *
   * @return the buffered references, to be given back
   */
  public List<BufferedRef> setPaused(LambdaName lambda, boolean paused) {
    return locked(
        () -> {
          matcher(lambda).setPaused(paused);
          matcher(lambda).demanded().signalAll();
          return paused ? matcher(lambda).takeAllHeld() : List.of();
        });
  }

  /** Leaves one lambda alone for a while: its claims fail. */
  public void rest(LambdaName lambda, Duration howLong) {
    inLock(() -> matcher(lambda).rest(howLong, clock.nanos()));
  }

  /** Records how many more of a lambda's tasks may run, as the HSC has told. */
  public void permits(LambdaName lambda, OptionalInt free, Duration fullFor) {
    inLock(
        () -> {
          matcher(lambda).permits().told(free, fullFor, clock.nanos());
          if (free.isPresent()) { // The lambda may be full for less time.
            matcher(lambda).demanded().signalAll();
          }
        });
  }

  /** Records that the claim of a match has ended, whatever its result. */
  public void claimed(LambdaName lambda) {
    inLock(
        () -> {
          matcher(lambda).claimed();
          claimsUnderWay--;
          matchable.signal();
        });
  }

  /**
   * Polls nothing and hands nothing out until {@link #resume}: the HSC does not work.
   *
   * @return the buffered references, to be given back
   */
  public List<BufferedRef> suspend() {
    inLock(() -> suspended = true);
    return takeAllBuffered();
  }

  public void resume() {
    inLock(
        () -> {
          suspended = false;
          desks.values().forEach(matcher -> matcher.demanded().signalAll());
        });
  }

  public Entry enter(WaitingCall call) {
    return locked(
        () -> {
          if (closed) {
            return Entry.DRAINING;
          }
          if (!desks.containsKey(call.lambda())) {
            if (desks.size() >= served.max()) {
              return Entry.TOO_MANY_LAMBDAS;
            }
            add(call.lambda());
            whenJoined.run();
          }
          if (!matcher(call.lambda()).enter(call, clock.nanos())) {
            return Entry.FULL;
          }
          endsAt(call.endsAt());
          matchable.signal();
          matcher(call.lambda()).demanded().signalAll();
          return Entry.WAITING;
        });
  }

  /**
   * Lets a call that found nothing wait on, before those that came after it; false once the
   * controller drains.
   */
  public boolean enterAgain(WaitingCall call) {
    return locked(
        () -> {
          if (!closed) {
            matcher(call.lambda()).enterAgain(call);
            endsAt(call.endsAt());
            matchable.signal();
            matcher(call.lambda()).demanded().signalAll();
          }
          return !closed;
        });
  }

  public void leave(WaitingCall call) {
    inLock(
        () -> {
          var matcher = desks.get(call.lambda());
          if (matcher != null) {
            matcher.leave(call);
          }
        });
  }

  /** Buffers received references; returns those without capacity, which have to be given back. */
  public List<BufferedRef> arrived(Collection<BufferedRef> refs) {
    return place(refs, false);
  }

  /** Buffers references again that were taken and not claimed; returns those without capacity. */
  public List<BufferedRef> putBack(Collection<BufferedRef> refs) {
    return place(refs, true);
  }

  /**
   * Keeps references that were claimed too early until their time, the value from now.
   *
   * @return the references without capacity
   */
  public List<BufferedRef> putBackLater(Map<BufferedRef, Duration> refs) {
    return locked(
        () -> {
          long now = clock.nanos();
          var left = new ArrayList<BufferedRef>();
          refs.forEach(
              (ref, wait) -> {
                if (closed
                    || suspended
                    || !matcher(ref.queue().lambda()).keepUntil(ref, now + wait.toNanos())) {
                  left.add(ref);
                }
              });
          matchable.signal();
          return left;
        });
  }

  private List<BufferedRef> place(Collection<BufferedRef> refs, boolean before) {
    return locked(
        () -> {
          if (closed || suspended) {
            return List.copyOf(refs);
          }
          long now = clock.nanos();
          var left = new ArrayList<BufferedRef>();
          for (var ref : refs) {
            var buffers = matcher(ref.queue().lambda()).buffers();
            if (matcher(ref.queue().lambda()).isPaused()
                || !(before ? buffers.putBack(ref, now) : buffers.add(ref, now))) {
              left.add(ref);
            } else {
              endsAt(buffers.endOf(ref));
            }
            matchable.signal();
          }
          return left;
        });
  }

  /**
   * Takes the next call and its references out, one lambda after the other.
   *
   * @param patience how long to wait for such a pair
   */
  public Optional<Match> takeMatch(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long until = clock.nanos() + patience.toNanos();
      while (true) {
        long now = clock.nanos();
        var match = nextMatch(now);
        if (match.isPresent() && !isTimeAwaited && nextWaitEnd(now) < Long.MAX_VALUE) {
          matchable.signal(); // another has to wait for the time instead
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
   * Waits for a signal, and in one thread alone also until time makes a match: if all woke then,
   * all but one would find nothing.
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
    for (int i = 0; i < turns.size(); i++) {
      var lambda = turns.removeFirst();
      turns.addLast(lambda);
      var matcher = matcher(lambda);
      matcher.takeEarly(now).forEach(ref -> placeEarly(matcher, ref, now));
      var match = hasItsShare(matcher) ? Optional.<Match>empty() : matcher.match(now);
      if (match.isPresent()) {
        claimsUnderWay++;
        matcher.demanded().signalAll();
        return match;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether the lambda has its share: of several, none has more claims under way than are
   * free, so that a slow one leaves some.
   */
  private boolean hasItsShare(LambdaMatcher matcher) {
    return desks.size() > 1 && matcher.claimsUnderWay() >= claimsMax - claimsUnderWay;
  }

  private void placeEarly(LambdaMatcher matcher, BufferedRef ref, long now) {
    if (matcher.buffers().putBack(ref, now)) {
      endsAt(matcher.buffers().endOf(ref));
    } else {
      matcher.keepUntil(ref, now + NO_ROOM.toNanos());
    }
  }

  private long nextWaitEnd(long now) {
    return desks.values().stream()
        .mapToLong(matcher -> matcher.waitLeft(now))
        .filter(left -> left > 0)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * Waits until a queue has demand and capacity, and returns for how many references. A caller that
   * is told more than none polls the queue, and then calls {@link #polled}.
   *
   * @param most maximum of one poll
   * @param patience how long to wait until there are any
   */
  public int awaitRoom(QueueName queue, int most, Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long until = clock.nanos() + patience.toNanos();
      while (true) {
        long now = clock.nanos();
        var matcher = matcher(queue.lambda());
        int room = closed || suspended ? 0 : Math.min(most, matcher.room(queue.priority(), now));
        if (room > 0) {
          matcher.polls().began(queue.priority(), room, now);
          // Lower queues wait for its answer from now on.
          matcher.demanded().signalAll();
        }
        if (room > 0 || now - until >= 0) {
          return room;
        }
        long roomIn = matcher.untilRoom(queue.priority(), now).orElse(until - now);
        matcher.demanded().awaitNanos(Math.min(until - now, roomIn));
      }
    } finally {
      lock.unlock();
    }
  }

  public void polled(QueueName queue, int received) {
    inLock(
        () -> {
          var matcher = matcher(queue.lambda());
          matcher.polls().ended(queue.priority(), received, clock.nanos());
          matcher.demanded().signalAll();
        });
  }

  public void countHandedOut(LambdaName lambda, int count) {
    inLock(() -> matcher(lambda).countHandedOut(count));
  }

  public List<WaitingCall> takeAllOf(ExecutorId executor, LambdaName lambda) {
    return locked(
        () -> {
          var matcher = desks.get(lambda);
          return matcher == null ? List.of() : matcher.takeAllOf(executor);
        });
  }

  public List<WaitingCall> takeAllThatWaited() {
    return collect((matcher, all) -> all.addAll(matcher.takeAllThatWaited(clock.nanos())));
  }

  public List<BufferedRef> takeOverAged() {
    return collect(
        (matcher, all) -> {
          var aged = matcher.buffers().takeOverAged(clock.nanos());
          if (!aged.isEmpty()) {
            matcher.demanded().signalAll();
          }
          all.addAll(aged);
        });
  }

  /** Sets the action that wakes the loop which ends what has waited too long. */
  public void whenEndsEarlier(Runnable action) {
    inLock(() -> whenEndsEarlier = action);
  }

  private void endsAt(long end) {
    if (end - nextEndAt < 0) {
      nextEndAt = end;
      whenEndsEarlier.run();
    }
  }

  /** Returns how long nothing here has waited long enough; no longer than {@code most}. */
  public Duration untilNextEnd(Duration most) {
    return locked(
        () -> {
          long now = clock.nanos();
          long next = now + most.toNanos();
          for (var matcher : desks.values()) {
            next = Math.min(next, matcher.nextEnd(next));
          }
          nextEndAt = next;
          return Duration.ofNanos(Math.max(0, next - now));
        });
  }

  /** Closes the matcher to new calls, and takes out all that wait. */
  public List<WaitingCall> close() {
    inLock(
        () -> {
          closed = true;
          matchable.signalAll();
        });
    return collect((matcher, all) -> all.addAll(matcher.takeAllWaiting()));
  }

  public List<BufferedRef> takeAllBuffered() {
    return collect((matcher, all) -> all.addAll(matcher.takeAllHeld()));
  }

  public boolean isClosed() {
    return locked(() -> closed);
  }

  public int bufferedCount(QueueName queue) {
    return locked(() -> matcher(queue.lambda()).buffers().size(queue.priority()));
  }

  public int waitingCount(LambdaName lambda) {
    return locked(() -> matcher(lambda).waitingCount());
  }

  public Demand demand(LambdaName lambda) {
    return locked(() -> matcher(lambda).demand(clock.nanos()));
  }

  private <T> List<T> collect(Collecting<T> what) {
    var all = new ArrayList<T>();
    inLock(() -> desks.values().forEach(matcher -> what.from(matcher, all)));
    return all;
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

  private LambdaMatcher matcher(LambdaName lambda) {
    var matcher = desks.get(lambda);
    if (matcher == null) {
      throw new IllegalArgumentException("lambda=" + lambda + " is not served here");
    }
    return matcher;
  }

  /** Collects what it takes from one matcher into {@code all}. */
  private interface Collecting<T> {
    void from(LambdaMatcher matcher, List<T> all);
  }
}
