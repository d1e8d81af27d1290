package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.Priority;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Who waits for work of one lambda, and what is there for them. Guarded by the {@link Desk}. */
final class LambdaDesk {
  /** What a queue hands out at a time. */
  private static final int FULL_BATCH = 10;

  private final ControllerTuning tuning;
  private final BufferLimits limits;
  private final PollOrder polls = new PollOrder();
  private final PriorityBuffers buffers;
  private final Deque<WaitingCall> waiting = new ArrayDeque<>();
  private final RecentCount handedOut;
  private boolean everAsked;
  private long lastAskedAt;
  private long askedSince;
  private long restsUntil;
  private long handedOutCount;
  private boolean paused;

  LambdaDesk(BufferLimits limits, ControllerTuning tuning, long now) {
    this.tuning = tuning;
    this.handedOut = new RecentCount(now);
    this.limits = limits;
    this.buffers = new PriorityBuffers(limits, polls);
    this.restsUntil = now;
  }

  PriorityBuffers buffers() {
    return buffers;
  }

  PollOrder polls() {
    return polls;
  }

  boolean isPaused() {
    return paused;
  }

  /** Nothing is polled or handed out while it is. */
  void setPaused(boolean isPaused) {
    paused = isPaused;
  }

  /** Nothing is polled or handed out until then: as many run as may. */
  void rest(Duration howLong, long now) {
    restsUntil = now + howLong.toNanos();
  }

  /** 0 or less when it does not rest. */
  long restLeft(long now) {
    return restsUntil - now;
  }

  void countHandedOut(int count) {
    handedOutCount += count;
  }

  long handedOutCount() {
    return handedOutCount;
  }

  int waitingCount() {
    return waiting.size();
  }

  /** False if as many wait as may; those that nobody waits for any more do not count. */
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
   * How many references of a priority to ask the queue for. None without demand; otherwise what the
   * waiting calls want and what was handed out lately, so that a busy host prefetches whole batches
   * and an idle one does not hide work from others.
   *
   * <p>While some are here, only for whole batches, or for half of what it would hold: each request
   * costs the same, however little it asks for.
   *
   * <p>Of that a lower priority gets what the higher ones do not have; or, while they have enough,
   * what it is owed by its weight, or one when it has not been looked at for its ageing.
   */
  int room(Priority priority, long now) {
    if (paused || restLeft(now) > 0 || !isAsked(now)) {
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
    long unseen = now - polls.unseenSince(priority, askedSince);
    boolean aged = !above.isEmpty() && unseen >= limits.ageing().toNanos() * above.size();
    int fair = Math.max(buffers.owed(priority), aged ? 1 : 0) - buffers.size(priority);
    return Math.max(0, Math.min(limits.max(), Math.max(strict, fair)));
  }

  private boolean isAsked(long now) {
    return !waiting.isEmpty()
        || (everAsked && now - lastAskedAt <= tuning.demandMemory().toNanos());
  }

  /**
   * Gives the call that waits longest of the best as much as it wants, and no more than its share
   * while others wait, too: what one of them could begin at once must not wait for another's claim.
   */
  Optional<Match> match(long now) {
    waiting.removeIf(WaitingCall::isGone);
    if (waiting.isEmpty() || buffers.isEmpty() || restLeft(now) > 0) {
      return Optional.empty();
    }
    int share = (buffers.size() + waiting.size() - 1) / waiting.size();
    var call = waiting.removeFirst();
    lastAskedAt = now;
    var refs = new ArrayList<BufferedRef>();
    while (refs.size() < Math.min(share, call.tasksMax())) {
      var ref = buffers.takeBest(now);
      if (ref.isEmpty()) {
        break;
      }
      refs.add(ref.get());
    }
    handedOut.add(refs.size(), now);
    return Optional.of(new Match(call, refs));
  }

  /** When the first call or reference has waited long enough, if before {@code end}. */
  long nextEnd(long end) {
    long next = buffers.nextEnd(end);
    for (var call : waiting) {
      next = Math.min(next, call.endsAt());
    }
    return next;
  }

  /**
   * Whether a queue without room may have some later although nothing happens: its lambda rests, a
   * higher queue does not answer, or it has aged. Without demand there is none.
   */
  boolean timeMakesRoom(Priority priority, long now) {
    return restLeft(now) > 0 || (!paused && isAsked(now) && !buffers.above(priority).isEmpty());
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
}
