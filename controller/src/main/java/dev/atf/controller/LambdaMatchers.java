package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Calls and references of all served lambdas: what the controller's threads share, under one lock
 * that is never held during I/O. Only its holder may use anything but {@link #lock}, {@link
 * #locked}, {@link #inLock} and {@link #collect}.
 */
@Singleton
final class LambdaMatchers {
  private final BufferLimits limits;
  private final ControllerTuning tuning;
  private final Threads threads;
  private final HostHealth health;
  private final MonotonicClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition matchable;
  private final Map<LambdaName, LambdaMatcher> matchers = new LinkedHashMap<>();
  private Runnable whenEndsEarlier = () -> {};
  private long nextEndAt;
  private boolean closed;
  private boolean suspended;

  @Inject
  LambdaMatchers(
      ServedLambdas served,
      BufferLimits limits,
      ControllerTuning tuning,
      Threads threads,
      HostHealth health,
      MonotonicClock clock) {
    this.limits = limits;
    this.tuning = tuning;
    this.threads = threads;
    this.health = health;
    this.clock = clock;
    this.matchable = threads.condition(lock);
    this.nextEndAt = clock.nanos();
    served.names().forEach(this::add);
  }

  ReentrantLock lock() {
    return lock;
  }

  void inLock(Runnable change) {
    locked(
        () -> {
          change.run();
          return true;
        });
  }

  <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Collects something from the matchers of all lambdas.
   *
   * @param taking adds what it takes from one matcher to the list
   */
  <T> List<T> collect(BiConsumer<LambdaMatcher, List<T>> taking) {
    var all = new ArrayList<T>();
    inLock(() -> matchers.values().forEach(matcher -> taking.accept(matcher, all)));
    return all;
  }

  /** Returns the condition that is signalled when a match may have become possible. */
  Condition matchable() {
    return matchable;
  }

  void add(LambdaName lambda) {
    matchers.put(lambda, new LambdaMatcher(limits, tuning, threads.condition(lock), clock.nanos()));
  }

  Optional<LambdaMatcher> remove(LambdaName lambda) {
    return Optional.ofNullable(matchers.remove(lambda));
  }

  Optional<LambdaMatcher> find(LambdaName lambda) {
    return Optional.ofNullable(matchers.get(lambda));
  }

  /**
   * @throws IllegalArgumentException if the lambda is not served
   */
  LambdaMatcher of(LambdaName lambda) {
    return find(lambda)
        .orElseThrow(
            () -> new IllegalArgumentException("lambda=" + lambda + " is not served here"));
  }

  Collection<LambdaMatcher> all() {
    return matchers.values();
  }

  /** Returns the served lambdas, those that joined among them. */
  Set<LambdaName> names() {
    return matchers.keySet();
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
  }

  void setSuspended(boolean isSuspended) {
    suspended = isSuspended;
  }

  /** Returns whether this host may not hand out work now. */
  boolean handsOutNothing() {
    return !health.mayWork();
  }

  /** Returns whether references are neither polled nor buffered. */
  boolean takesNoReferences() {
    return closed || suspended || !health.mayWork();
  }

  /** Sets the action that wakes the loop which ends what has waited too long. */
  void whenEndsEarlier(Runnable action) {
    whenEndsEarlier = action;
  }

  /** Records when something that was added has waited long enough. */
  void endsAt(long end) {
    if (end - nextEndAt < 0) {
      nextEndAt = end;
      whenEndsEarlier.run();
    }
  }

  /**
   * Finds again when the first call or reference has waited long enough.
   *
   * @return that time, or {@code end} if it is earlier
   */
  long findNextEnd(long end) {
    long next = end;
    for (var matcher : matchers.values()) {
      next = Math.min(next, matcher.nextEnd(next));
    }
    nextEndAt = next;
    return next;
  }
}
