package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.worker.AttemptEnds;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Matches calls that want work with the references of {@link TaskBuffers}.
 *
 * <p>A call or a reference is either here, or in the hands of the one thread that took it out.
 */
@Singleton
final class TaskMatcher {
  /** Result of a call's request for work. */
  enum Entry {
    WAITING,
    /** The maximum number of calls waits for work of its lambda. */
    FULL,
    /** Its lambda is not served yet, and the maximum number of lambdas is. */
    TOO_MANY_LAMBDAS,
    DRAINING
  }

  /** Chosen: a line that is full has capacity again soon. */
  private static final Duration NO_ROOM = Duration.ofMillis(100);

  /** Maximum of an HSC that has not told it. */
  static final int CLAIM_MAX_UNKNOWN = 10;

  private final LambdaMatchers lambdas;
  private final ServedLambdas served;
  private final MonotonicClock clock;
  private final int claimsMax;
  private final Deque<LambdaName> turns;
  private Runnable whenNews = () -> {};
  private int claimsUnderWay;

  /** Maximum number of references of one claim; an HSC that does not tell takes so many. */
  private int claimMax = CLAIM_MAX_UNKNOWN;

  /** Set while a waiting thread wakes at the time at which the next match becomes possible. */
  private boolean isTimeAwaited;

  /** Time at which that thread wakes, on the monotonic clock. */
  private long awaitedTime;

  @Inject
  TaskMatcher(
      LambdaMatchers lambdas, ServedLambdas served, ControllerTuning tuning, MonotonicClock clock) {
    this.lambdas = lambdas;
    this.served = served;
    this.clock = clock;
    this.claimsMax = tuning.claimConcurrency();
    this.turns = new ArrayDeque<>(served.names());
  }

  /**
   * Runs {@code action} when an executor asks for a lambda that was not served before, and when
   * this host has to be told how a lambda's attempts end on other hosts.
   */
  void whenNews(Runnable action) {
    lambdas.inLock(() -> whenNews = action);
  }

  /** Returns the number of served lambdas, those that executors asked for among them. */
  int lambdaCount() {
    return lambdas.locked(() -> lambdas.names().size());
  }

  /** Returns the lambdas that are served because an executor asked for them. */
  List<LambdaName> joined() {
    return lambdas.locked(
        () -> lambdas.names().stream().filter(name -> !served.names().contains(name)).toList());
  }

  /**
   * Stops serving a lambda that joined and of which nothing was ever received.
   *
   * @return the calls that waited for its work
   */
  List<WaitingCall> dismiss(LambdaName lambda) {
    return lambdas.locked(
        () -> {
          turns.remove(lambda);
          return lambdas.remove(lambda).map(LambdaMatcher::takeAllWaiting).orElse(List.of());
        });
  }

  void setPriorities(LambdaName lambda, List<Priority> highestFirst) {
    lambdas.inLock(
        () -> {
          lambdas.of(lambda).buffers().setPriorities(highestFirst);
          lambdas.of(lambda).demanded().signalAll();
        });
  }

  /**
   * Stops or resumes serving a lambda: while its gate is closed, or the host does not offer what it
   * needs, none of its references is polled or handed out, and calls wait.
   *
   * @return the buffered references, to be given back
   */
  List<BufferedRef> setPaused(LambdaName lambda, boolean paused) {
    return lambdas.locked(
        () -> {
          lambdas.of(lambda).setPaused(paused);
          lambdas.of(lambda).demanded().signalAll();
          return paused ? lambdas.of(lambda).takeAllHeld() : List.of();
        });
  }

  /** Leaves one lambda alone for a while: its claims fail. */
  void rest(LambdaName lambda, Duration howLong) {
    lambdas.inLock(() -> lambdas.of(lambda).rest(howLong, clock.nanos()));
  }

  /** Records how many more of a lambda's tasks may run, as the HSC has told. */
  void permits(LambdaName lambda, OptionalInt free, Duration fullFor) {
    lambdas.inLock(
        () -> {
          lambdas.of(lambda).permits().told(free, fullFor, clock.nanos());
          if (free.isPresent()) { // The lambda may be full for less time.
            lambdas.of(lambda).demanded().signalAll();
          }
        });
  }

  /** Returns how a lambda's attempts have ended on this host. */
  RecentEnds ends(LambdaName lambda) {
    return lambdas.locked(
        () -> {
          long now = clock.nanos();
          var guard = lambdas.of(lambda).guard();
          return new RecentEnds(
              guard.ends(now), guard.asksElsewhere(now), guard.isSuspected(now), guard.reason(now));
        });
  }

  /** Records how a lambda's attempts have ended on other hosts, as the HSC has told. */
  void endsElsewhere(LambdaName lambda, AttemptEnds ends) {
    lambdas.inLock(
        () -> lambdas.find(lambda).ifPresent(known -> known.guard().told(ends, clock.nanos())));
  }

  /** Sets the maximum number of references of one claim, as the HSC has told. */
  void claimMax(int tasks) {
    lambdas.inLock(() -> claimMax = tasks);
  }

  /** Records that the claim of a match with so many references has ended, whatever its result. */
  void claimed(LambdaName lambda, int refs) {
    lambdas.inLock(
        () -> {
          lambdas.of(lambda).claimed(refs);
          claimsUnderWay--;
          lambdas.matchable().signal();
        });
  }

  /**
   * Polls nothing and hands nothing out until {@link #resume}: the HSC does not work.
   *
   * @return the buffered references, to be given back
   */
  List<BufferedRef> suspend() {
    lambdas.inLock(() -> lambdas.setSuspended(true));
    return takeAllBuffered();
  }

  void resume() {
    lambdas.inLock(() -> lambdas.setSuspended(false));
    lookAgain();
  }

  /** Lets all that wait look again whether this host may work. */
  void lookAgain() {
    lambdas.inLock(
        () -> {
          lambdas.all().forEach(matcher -> matcher.demanded().signalAll());
          lambdas.matchable().signalAll();
        });
  }

  Entry enter(WaitingCall call) {
    return lambdas.locked(
        () -> {
          if (lambdas.isClosed()) {
            return Entry.DRAINING;
          }
          if (lambdas.find(call.lambda()).isEmpty()) {
            if (lambdas.names().size() >= served.max()) {
              return Entry.TOO_MANY_LAMBDAS;
            }
            lambdas.add(call.lambda());
            turns.add(call.lambda());
            whenNews.run();
          }
          if (!lambdas.of(call.lambda()).enter(call, clock.nanos())) {
            return Entry.FULL;
          }
          if (lambdas.of(call.lambda()).guard().takeNews()) {
            whenNews.run();
          }
          lambdas.endsAt(call.endsAt());
          lambdas.matchable().signal();
          lambdas.of(call.lambda()).demanded().signalAll();
          return Entry.WAITING;
        });
  }

  /**
   * Lets a call that found nothing wait on, before those that came after it; false once the
   * controller drains.
   */
  boolean enterAgain(WaitingCall call) {
    return lambdas.locked(
        () -> {
          if (!lambdas.isClosed()) {
            lambdas.of(call.lambda()).enterAgain(call);
            lambdas.endsAt(call.endsAt());
            lambdas.matchable().signal();
            lambdas.of(call.lambda()).demanded().signalAll();
          }
          return !lambdas.isClosed();
        });
  }

  void leave(WaitingCall call) {
    lambdas.inLock(() -> lambdas.find(call.lambda()).ifPresent(matcher -> matcher.leave(call)));
  }

  /**
   * Takes the next call and its references out, one lambda after the other.
   *
   * @param patience how long to wait for such a pair
   */
  Optional<Match> takeMatch(Duration patience) throws InterruptedException {
    lambdas.lock().lock();
    try {
      long until = clock.nanos() + patience.toNanos();
      while (true) {
        long now = clock.nanos();
        var match = nextMatch(now);
        if (match.isPresent() && !isTimeAwaited && nextWaitEnd(now) < Long.MAX_VALUE) {
          lambdas.matchable().signal(); // another has to wait for the time instead
        }
        if (match.isPresent() || lambdas.isClosed() || now - until >= 0) {
          return match;
        }
        awaitMatchable(now, until);
      }
    } finally {
      lambdas.lock().unlock();
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
      lambdas.matchable().awaitNanos(until - now);
      return;
    }
    isTimeAwaited = true;
    awaitedTime = end;
    try {
      lambdas.matchable().awaitNanos(end - now);
    } finally {
      isTimeAwaited &= awaitedTime != end;
    }
  }

  private Optional<Match> nextMatch(long now) {
    if (lambdas.handsOutNothing()) {
      return Optional.empty();
    }
    for (int i = 0; i < turns.size(); i++) {
      var lambda = turns.removeFirst();
      turns.addLast(lambda);
      var matcher = lambdas.of(lambda);
      matcher.takeEarly(now).forEach(ref -> placeEarly(matcher, ref, now));
      var match = hasItsShare(matcher) ? Optional.<Match>empty() : matcher.match(claimMax, now);
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
    return lambdas.names().size() > 1 && matcher.claimsUnderWay() >= claimsMax - claimsUnderWay;
  }

  private void placeEarly(LambdaMatcher matcher, BufferedRef ref, long now) {
    if (matcher.buffers().putBack(ref, now)) {
      lambdas.endsAt(matcher.buffers().endOf(ref));
    } else {
      matcher.keepUntil(ref, now + NO_ROOM.toNanos());
    }
  }

  private long nextWaitEnd(long now) {
    return lambdas.all().stream()
        .mapToLong(matcher -> matcher.waitLeft(now))
        .filter(left -> left > 0)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  List<WaitingCall> takeAllOf(ExecutorId executor, LambdaName lambda) {
    return lambdas.locked(
        () -> lambdas.find(lambda).map(matcher -> matcher.takeAllOf(executor)).orElse(List.of()));
  }

  List<WaitingCall> takeAllThatWaited() {
    return lambdas.collect((matcher, all) -> all.addAll(matcher.takeAllThatWaited(clock.nanos())));
  }

  /** Sets the action that wakes the loop which ends what has waited too long. */
  void whenEndsEarlier(Runnable action) {
    lambdas.inLock(() -> lambdas.whenEndsEarlier(action));
  }

  /** Returns how long nothing here has waited long enough; no longer than {@code most}. */
  Duration untilNextEnd(Duration most) {
    return lambdas.locked(
        () -> {
          long now = clock.nanos();
          long next = lambdas.findNextEnd(now + most.toNanos());
          return Duration.ofNanos(Math.max(0, next - now));
        });
  }

  /** Closes the matcher to new calls, and takes out all that wait. */
  List<WaitingCall> close() {
    lambdas.inLock(
        () -> {
          lambdas.close();
          lambdas.matchable().signalAll();
        });
    return lambdas.collect((matcher, all) -> all.addAll(matcher.takeAllWaiting()));
  }

  List<BufferedRef> takeAllBuffered() {
    return lambdas.collect((matcher, all) -> all.addAll(matcher.takeAllHeld()));
  }

  boolean isClosed() {
    return lambdas.locked(lambdas::isClosed);
  }
}
