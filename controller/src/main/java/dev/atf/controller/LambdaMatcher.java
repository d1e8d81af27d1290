package dev.atf.controller;

import dev.atf.controller.TaskMatcher.Demand;
import dev.atf.controller.TaskMatcher.Match;
import dev.atf.model.ExecutorId;
import dev.atf.model.Priority;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.stream.LongStream;

/**
 * Waiting calls for work of one lambda, and the reasons why they get none: a pause, failed claims,
 * the limit of running tasks, or the {@link FailureGuard}. References are in {@link
 * PriorityBuffers}. This class does no I/O, and the lock of {@link TaskMatcher} guards it.
 */
final class LambdaMatcher {
  private final ControllerTuning tuning;
  private final Condition demanded;
  private final PriorityBuffers buffers;
  private final Deque<WaitingCall> waiting = new ArrayDeque<>();
  private final RecentCount handedOut;
  private final FreePermits permits;
  private final FailureGuard guard;
  private boolean everAsked;
  private long lastAskedAt;
  private long askedSince;
  private long restsUntil;
  private long handedOutCount;
  private boolean paused;
  private boolean asleep;
  private int claimsInProgress;

  /**
   * Creates a matcher without calls.
   *
   * @param demanded condition of the lock that guards this object
   */
  LambdaMatcher(ControllerConfig config, Condition demanded, long now) {
    this.tuning = config.tuning();
    this.demanded = demanded;
    this.buffers = new PriorityBuffers(config, now);
    this.handedOut = new RecentCount(now);
    this.permits = new FreePermits(now);
    this.guard = new FailureGuard(now);
    this.restsUntil = now;
  }

  PriorityBuffers buffers() {
    return buffers;
  }

  FreePermits permits() {
    return permits;
  }

  FailureGuard guard() {
    return guard;
  }

  /** Returns the condition that is signalled when a queue of this lambda may need a poll. */
  Condition demanded() {
    return demanded;
  }

  boolean isPaused() {
    return paused;
  }

  /** Stops or resumes the polling and handing out of references. */
  void setPaused(boolean isPaused) {
    paused = isPaused;
  }

  /**
   * Sets whether the executors sleep. One reference is then polled although no call waits, because
   * it wakes the executors.
   */
  void setAsleep(boolean isAsleep) {
    asleep = isAsleep;
  }

  /** Stops polling and handing out for some time, because the lambda's claims fail. */
  void rest(Duration howLong, long now) {
    restsUntil = now + howLong.toNanos();
  }

  /**
   * Adds a waiting call. Returns false if the maximum number of calls already waits; abandoned
   * calls do not count.
   */
  boolean enter(WaitingCall call, long now) {
    if (waiting.size() >= tuning.waitingCallsMax()) {
      waiting.removeIf(WaitingCall::isGone);
      if (waiting.size() >= tuning.waitingCallsMax()) {
        return false;
      }
    }
    if (!isAsked(now)) {
      askedSince = now;
    }
    waiting.addLast(call);
    permits.ended(call.ended(), now);
    guard.ended(call.ended(), call.failed(), now);
    everAsked = true;
    lastAskedAt = now;
    return true;
  }

  /** Puts a call that got no work in front of all waiting calls. */
  void enterAgain(WaitingCall call) {
    waiting.addFirst(call);
  }

  void leave(WaitingCall call) {
    waiting.remove(call);
  }

  List<WaitingCall> takeAllThatWaited(long now) {
    var ended = waiting.stream().filter(call -> call.hasWaited(now)).toList();
    waiting.removeAll(ended);
    return ended;
  }

  List<WaitingCall> takeAllOf(ExecutorId executor) {
    var its = waiting.stream().filter(call -> call.executor().equals(executor)).toList();
    waiting.removeAll(its);
    return its;
  }

  List<WaitingCall> takeAllWaiting() {
    var all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  /**
   * Returns the number of references of a priority to request from the queue; 0 without demand. The
   * number follows the waiting calls and the recent hand-outs. Therefore a busy host prefetches
   * whole batches, and an idle host hides no work from other hosts.
   *
   * <p>While the executors sleep and nothing is buffered, the number is one: a long poll needs the
   * fewest requests.
   */
  int room(Priority priority, long now) {
    if (paused || rests(now) || guard.askable(now) == 0 || buffers.isIdle(priority, now)) {
      return 0;
    }
    if (!isAsked(now)) {
      return asleep && buffers.isEmpty() ? 1 : 0;
    }
    if (permits.fullLeft(now) > 0 && !buffers.isBestMissing(priority)) {
      return 0;
    }
    int wanted = waiting.stream().mapToInt(WaitingCall::tasksMax).sum() + handedOut.get(now);
    return buffers.room(priority, wanted, askedSince, now);
  }

  /**
   * Returns the time in nanoseconds until the capacity for a priority may grow: when the lambda's
   * pause ends, a higher queue counts as silent, or the priority has aged. Empty if waiting does
   * not help.
   */
  OptionalLong untilRoom(Priority priority, long now) {
    var held = LongStream.of(restsUntil - now, permits.fullLeft(now), guard.waitLeft(now));
    var asked =
        !paused && isAsked(now) ? buffers.untilRoom(priority, askedSince, now) : LongStream.empty();
    return LongStream.concat(held, asked).filter(left -> left > 0).min();
  }

  private boolean isAsked(long now) {
    return !waiting.isEmpty()
        || (everAsked && now - lastAskedAt <= tuning.demandMemory().toNanos());
  }

  /**
   * Assigns the best references to the next call: as many as it wants, but only its share while
   * other calls wait. A task that another call could start immediately must not wait for this
   * call's claim.
   *
   * @param claimMax maximum number of references in one claim
   */
  Optional<Match> match(int claimMax, long now) {
    waiting.removeIf(WaitingCall::isGone);
    int most = Math.min(permits.askable(claimsInProgress, now), guard.askable(now));
    if (waiting.isEmpty() || buffers.isEmpty() || rests(now) || most == 0) {
      return Optional.empty();
    }
    int share = (buffers.size() + waiting.size() - 1) / waiting.size();
    var call = next();
    lastAskedAt = now;
    var refs = new ArrayList<BufferedRef>();
    int wanted = Math.min(Math.min(most, claimMax), Math.min(share, call.tasksMax()));
    while (refs.size() < wanted) {
      var ref = buffers.takeBest(now);
      if (ref.isEmpty()) {
        break;
      }
      refs.add(ref.get());
    }
    handedOut.add(refs.size(), now);
    permits.asked(refs.size());
    guard.asked(refs.size());
    claimsInProgress++;
    return Optional.of(new Match(call, refs));
  }

  /**
   * Removes and returns the call that has waited longest. For a limited lambda, it is the call with
   * the fewest slots: a larger call would immediately request its remaining slots again, and an
   * executor with two calls in progress cannot report ended attempts.
   */
  private WaitingCall next() {
    if (!permits.isLimited()) {
      return waiting.removeFirst();
    }
    var fewest = waiting.stream().min(Comparator.comparingInt(WaitingCall::tasksMax)).orElseThrow();
    waiting.remove(fewest);
    return fewest;
  }

  /** Records that a claim has ended, with any result. */
  void claimed(int refs) {
    claimsInProgress--;
    guard.claimed(refs);
  }

  int claimsInProgress() {
    return claimsInProgress;
  }

  void countHandedOut(int count, long now) {
    handedOutCount += count;
    guard.handedOut(count, now);
  }

  /**
   * Returns the time in nanoseconds until buffered references may be claimed; 0 or less if they may
   * be claimed now.
   */
  long waitLeft(long now) {
    long left = Math.max(Math.max(restsUntil - now, permits.fullLeft(now)), guard.waitLeft(now));
    return left > 0 ? left : buffers.untilEarly(now);
  }

  private boolean rests(long now) {
    return restsUntil - now > 0;
  }

  /**
   * Returns the time at which the first call or reference has waited too long, or {@code end} if
   * that is earlier.
   */
  long nextEnd(long end) {
    long next = buffers.nextEnd(end);
    for (var call : waiting) {
      next = Math.min(next, call.endsAt());
    }
    return next;
  }

  int waitingCount() {
    return waiting.size();
  }

  Demand demand(long now) {
    var ago = waiting.isEmpty() ? Duration.ofNanos(now - lastAskedAt) : Duration.ZERO;
    return new Demand(
        waiting.size(), handedOutCount, everAsked ? Optional.of(ago) : Optional.empty());
  }

  /**
   * Number of tasks of the lambda that may still run, as the HSC has reported. Near the limit, no
   * more references are requested than may run, so that new permits go to the best references.
   */
  static final class FreePermits {
    /** Interval of checks for permits that executors of other hosts may have returned. */
    private static final Duration CHECK_AGAIN = Duration.ofSeconds(1);

    private static final int UNLIMITED = Integer.MAX_VALUE;

    private int free = UNLIMITED;
    private long fullUntil;

    private FreePermits(long now) {
      this.fullUntil = now;
    }

    /**
     * Records a report of the HSC.
     *
     * @param fullFor wait that refusals require; zero without refusals
     */
    void set(OptionalInt permits, Duration fullFor, long now) {
      free = permits.orElse(UNLIMITED);
      if (!fullFor.isZero()) {
        fullUntil = now + fullFor.toNanos();
      } else if (free == 0) {
        fullUntil = now + CHECK_AGAIN.toNanos();
      }
    }

    /** Returns the time for which the lambda stays full; 0 or less if a task may run. */
    private long fullLeft(long now) {
      return fullUntil - now;
    }

    /**
     * Returns the number of references that may be requested; one if a permit may have become free.
     */
    private int askable(int claimsInProgress, long now) {
      if (fullLeft(now) > 0) {
        return 0;
      }
      return free > 0 || claimsInProgress > 0 ? free : 1;
    }

    private void asked(int refs) {
      if (free != UNLIMITED) {
        free = Math.max(0, free - refs);
      }
    }

    private boolean isLimited() {
      return free != UNLIMITED;
    }

    /** Records that attempts have ended, so that their permits are free. */
    private void ended(int attempts, long now) {
      if (attempts > 0 && fullLeft(now) > 0) {
        fullUntil = now;
      }
    }
  }

  /** Count of events within the last one to two seconds. */
  private static final class RecentCount {
    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

    private long windowBegan;
    private int inWindow;
    private int inWindowBefore;

    RecentCount(long now) {
      this.windowBegan = now;
    }

    void add(int count, long now) {
      advance(now);
      inWindow += count;
    }

    int get(long now) {
      advance(now);
      return inWindow + inWindowBefore;
    }

    private void advance(long now) {
      long windows = (now - windowBegan) / WINDOW_NANOS;
      if (windows <= 0) {
        return;
      }
      inWindowBefore = windows == 1 ? inWindow : 0;
      inWindow = 0;
      windowBegan += windows * WINDOW_NANOS;
    }
  }
}
