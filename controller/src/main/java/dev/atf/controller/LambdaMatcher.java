package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.Priority;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.stream.LongStream;

/**
 * Calls that wait for work of one lambda, and the references buffered for them. Guarded by the
 * {@link TaskMatcher}.
 */
final class LambdaMatcher {
  /** Maximum number of references that a queue hands out at a time. */
  private static final int FULL_BATCH = 10;

  private final ControllerTuning tuning;
  private final BufferLimits limits;
  private final Condition demanded;
  private final PollOrder polls = new PollOrder();
  private final PriorityBuffers buffers;
  private final Deque<WaitingCall> waiting = new ArrayDeque<>();
  private final RecentCount handedOut;
  private final FreePermits permits;
  private final FailureGuard guard;
  private final IdleLooks idle;

  /** References taken back before their time, the earliest first. */
  private final PriorityQueue<EarlyRef> early =
      new PriorityQueue<>((a, b) -> Long.signum(a.notBefore() - b.notBefore()));

  private boolean everAsked;
  private long lastAskedAt;
  private long askedSince;
  private long restsUntil;
  private long handedOutCount;
  private boolean paused;
  private boolean asleep;
  private int claimsUnderWay;

  private record EarlyRef(BufferedRef ref, long notBefore) {}

  /**
   * @param demanded condition of the lock that guards this
   */
  LambdaMatcher(BufferLimits limits, ControllerTuning tuning, Condition demanded, long now) {
    this.tuning = tuning;
    this.demanded = demanded;
    this.handedOut = new RecentCount(now);
    this.limits = limits;
    this.buffers = new PriorityBuffers(limits, polls);
    this.restsUntil = now;
    this.permits = new FreePermits(now);
    this.guard = new FailureGuard(now);
    this.idle = new IdleLooks(now);
  }

  PriorityBuffers buffers() {
    return buffers;
  }

  PollOrder polls() {
    return polls;
  }

  IdleLooks idle() {
    return idle;
  }

  boolean isPaused() {
    return paused;
  }

  /** Stops or resumes the polling and handing out of references. */
  void setPaused(boolean isPaused) {
    paused = isPaused;
  }

  /** Polls for one reference although nobody asks: it wakes the lambda's executors. */
  void setAsleep(boolean isAsleep) {
    asleep = isAsleep;
  }

  /** Polls and hands out nothing for this long: the lambda's claims fail. */
  void rest(Duration howLong, long now) {
    restsUntil = now + howLong.toNanos();
  }

  FreePermits permits() {
    return permits;
  }

  FailureGuard guard() {
    return guard;
  }

  /**
   * Returns the time until references that wait here may be claimed; 0 or less when nothing has to
   * be waited for.
   */
  long waitLeft(long now) {
    long left = Math.max(Math.max(restsUntil - now, permits.fullLeft(now)), guard.waitLeft(now));
    return early.isEmpty() || left > 0 ? left : early.element().notBefore() - now;
  }

  private boolean rests(long now) {
    return restsUntil - now > 0;
  }

  /** Keeps a reference that may not be claimed before its time; false if there is no capacity. */
  boolean keepUntil(BufferedRef ref, long notBefore) {
    return !paused && early.size() < limits.max() && early.add(new EarlyRef(ref, notBefore));
  }

  /** Takes out the references whose time has come. */
  List<BufferedRef> takeEarly(long now) {
    var taken = new ArrayList<BufferedRef>();
    while (!early.isEmpty() && early.element().notBefore() - now <= 0) {
      taken.add(early.remove().ref());
    }
    return taken;
  }

  List<BufferedRef> takeAllHeld() {
    var all = buffers.takeAll();
    early.forEach(kept -> all.add(kept.ref()));
    early.clear();
    return all;
  }

  int claimsUnderWay() {
    return claimsUnderWay;
  }

  void claimed(int refs) {
    claimsUnderWay--;
    guard.claimed(refs);
  }

  void countHandedOut(int count, long now) {
    handedOutCount += count;
    guard.handedOut(count, now);
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
   * Adds a waiting call; false if the maximum waits. Calls that nobody waits for any more do not
   * count.
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

  void enterAgain(WaitingCall call) {
    waiting.addFirst(call);
  }

  void leave(WaitingCall call) {
    waiting.remove(call);
  }

  /**
   * Returns how many references of a priority to ask the queue for. None without demand; otherwise
   * what the waiting calls want and what was handed out lately, so that a busy host prefetches
   * whole batches and an idle one does not hide work from others.
   *
   * <p>While some are buffered, it asks only for whole batches, or for half of what it would hold:
   * each request costs the same, however little it asks for.
   *
   * <p>Of that a lower priority gets what the higher ones do not have; or, while they have enough,
   * what it is owed by its weight, or one when it has not been looked at for its ageing.
   *
   * <p>One while the executors sleep and nothing is buffered: a long poll is the fewest requests.
   */
  int room(Priority priority, long now) {
    if (paused || rests(now) || guard.askable(now) == 0 || idle.rests(priority, now)) {
      return 0;
    }
    if (!isAsked(now)) {
      return asleep && buffers.isEmpty() ? 1 : 0;
    }
    if (permits.fullLeft(now) > 0 && !isBestMissing(priority)) {
      return 0;
    }
    var above = buffers.above(priority);
    int wanted = waiting.stream().mapToInt(WaitingCall::tasksMax).sum() + handedOut.get(now);
    int held = Math.min(limits.max(), Math.max(1, wanted));
    int strict = held - buffers.size(priority);
    for (var higher : above) {
      strict = polls.isDrained(higher, now) ? strict - buffers.size(higher) : 0;
    }
    if (buffers.size(priority) > 0 && strict < Math.min(FULL_BATCH, (held + 1) / 2)) {
      strict = 0;
    }
    boolean aged = !above.isEmpty() && untilAged(priority, above.size(), now) <= 0;
    int fair = Math.max(buffers.owed(priority), aged ? 1 : 0) - buffers.size(priority);
    return Math.max(0, Math.min(limits.max(), Math.max(strict, fair)));
  }

  /**
   * Returns whether the best reference is missing: a full lambda keeps the best at hand, and hides
   * no more from other hosts.
   */
  private boolean isBestMissing(Priority priority) {
    return buffers.size(priority) == 0
        && buffers.above(priority).stream().allMatch(above -> buffers.size(above) == 0);
  }

  private boolean isAsked(long now) {
    return !waiting.isEmpty()
        || (everAsked && now - lastAskedAt <= tuning.demandMemory().toNanos());
  }

  /**
   * Gives the next call the best references, as many as it wants, and no more than its share while
   * others wait, too: what one of them could begin at once must not wait for another's claim.
   *
   * @param claimMax maximum number of references of one claim
   */
  Optional<Match> match(int claimMax, long now) {
    waiting.removeIf(WaitingCall::isGone);
    int most = Math.min(permits.askable(claimsUnderWay, now), guard.askable(now));
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
    claimsUnderWay++;
    return Optional.of(new Match(call, refs));
  }

  /**
   * Takes the call that waits longest; of a limited lambda, the one with the fewest slots. The rest
   * of the others' would be asked for again at once, and with two calls under way an executor can
   * tell no more of what has ended.
   */
  private WaitingCall next() {
    if (!permits.isLimited()) {
      return waiting.removeFirst();
    }
    var fewest = waiting.stream().min(Comparator.comparingInt(WaitingCall::tasksMax)).orElseThrow();
    waiting.remove(fewest);
    return fewest;
  }

  /** Returns when the first call or reference has waited long enough, if before {@code end}. */
  long nextEnd(long end) {
    long next = buffers.nextEnd(end);
    for (var call : waiting) {
      next = Math.min(next, call.endsAt());
    }
    return next;
  }

  private long untilAged(Priority priority, int above, long now) {
    return polls.unseenSince(priority, askedSince) + limits.ageing().toNanos() * above - now;
  }

  /**
   * Returns the nanoseconds until time alone makes a queue ask for more: its lambda has rested, a
   * higher queue does not answer, or it has aged. Empty if time alone does not.
   */
  OptionalLong untilRoom(Priority priority, long now) {
    var above = buffers.above(priority);
    var asked = LongStream.empty();
    if (!paused && isAsked(now) && !above.isEmpty()) {
      asked =
          LongStream.concat(
              LongStream.of(untilAged(priority, above.size(), now)),
              above.stream().mapToLong(higher -> polls.untilDrained(higher, now)));
    }
    return LongStream.concat(
            LongStream.of(restsUntil - now, permits.fullLeft(now), guard.waitLeft(now)), asked)
        .filter(left -> left > 0)
        .min();
  }

  /** Returns the condition that is signalled when a queue of this lambda may have to be polled. */
  Condition demanded() {
    return demanded;
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

  /** Count of events within the last second or two. Not thread-safe. */
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
