package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Who waits for work of one lambda, and what is there for them. Guarded by the {@link Desk}. */
final class LambdaDesk {
  private static final long DEMAND_MEMORY_NANOS = 1_000_000_000L;

  private final BufferLimits limits;
  private final PriorityBuffers buffers;
  private final Deque<WaitingCall> waiting = new ArrayDeque<>();
  private final RecentCount handedOut;
  private boolean everAsked;
  private long lastAskedAt;

  LambdaDesk(BufferLimits limits, long now) {
    this.handedOut = new RecentCount(now);
    this.limits = limits;
    this.buffers = new PriorityBuffers(limits);
  }

  PriorityBuffers buffers() {
    return buffers;
  }

  int waitingCount() {
    return waiting.size();
  }

  void enter(WaitingCall call, long now) {
    waiting.addLast(call);
    everAsked = true;
    lastAskedAt = now;
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
   */
  int room(Priority priority, long now) {
    boolean demand = !waiting.isEmpty() || (everAsked && now - lastAskedAt <= DEMAND_MEMORY_NANOS);
    if (!demand) {
      return 0;
    }
    int wanted = waiting.stream().mapToInt(WaitingCall::tasksMax).sum() + handedOut.get(now);
    return Math.max(0, Math.min(limits.max(), Math.max(1, wanted)) - buffers.size(priority));
  }

  /** Gives the call that waits longest as much of the best as it wants. */
  Optional<Match> match(long now) {
    waiting.removeIf(WaitingCall::isGone);
    if (waiting.isEmpty() || buffers.isEmpty()) {
      return Optional.empty();
    }
    var call = waiting.removeFirst();
    lastAskedAt = now;
    var refs = new ArrayList<BufferedRef>();
    while (refs.size() < call.tasksMax()) {
      var ref = buffers.takeBest(now);
      if (ref.isEmpty()) {
        break;
      }
      refs.add(ref.get());
    }
    handedOut.add(refs.size(), now);
    return Optional.of(new Match(call, refs));
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
