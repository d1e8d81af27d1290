package dev.atf.controller;

import dev.atf.model.Priority;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.LongStream;

/**
 * References of one lambda that were received and are not claimed yet, in a bounded buffer for each
 * priority. This class decides which reference is claimed next, and how many references a poll
 * requests. It does no I/O. The lock of {@link TaskMatcher} guards it.
 *
 * <p>The next reference is the first one of the highest priority that has references. There are two
 * exceptions, so that no priority starves. A lower priority is served if it has waited for {@code
 * ageing} for each rank below the highest one. It is also served if its credit, which grows by its
 * weight, is high enough. The references of a priority are served in the order of their arrival.
 */
final class PriorityBuffers {
  /** Maximum number of references in one answer of a queue. */
  static final int BATCH_MAX = 10;

  /** Maximum credit of a buffer, in references: one batch of a queue. */
  private static final int CREDIT_REFS_MAX = BATCH_MAX;

  /**
   * Time within which a queue with messages answers. The long poll of an empty queue takes longer.
   */
  private static final Duration ANSWERS_WITHIN = Duration.ofMillis(100);

  /** Time for which an answer describes the state of the queue. */
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  private final ControllerConfig config;
  private final IdlePolls idle;

  /** Buffers of the priorities, highest first; empty before the priorities are known. */
  private List<Buffer> buffers = List.of();

  private int weightSum = 1;

  /** References that the HSC refused because they are not due yet, earliest first. */
  private final PriorityQueue<EarlyRef> early =
      new PriorityQueue<>((a, b) -> Long.signum(a.notBefore() - b.notBefore()));

  private final Map<Priority, Poll> polls = new HashMap<>();

  private record EarlyRef(BufferedRef ref, long notBefore) {}

  /**
   * Latest poll of one queue.
   *
   * @param asked number of requested references; 0 after the answer
   * @param at time of the start, or of the answer
   * @param drained whether the last answer had fewer references than requested
   */
  private record Poll(int asked, long at, boolean drained) {}

  PriorityBuffers(ControllerConfig config, long now) {
    this.config = config;
    this.idle = new IdlePolls(now);
  }

  /** Sets a new order of priorities. Buffers that remain keep their references. */
  void setPriorities(List<Priority> highestFirst) {
    buffers = highestFirst.stream().map(p -> find(p).orElseGet(() -> new Buffer(p))).toList();
    var weights = config.priorityWeights();
    weightSum = 0;
    for (int rank = 0; rank < buffers.size(); rank++) {
      buffers.get(rank).weight = weights.get(Math.min(rank, weights.size() - 1));
      weightSum += buffers.get(rank).weight;
    }
  }

  /** Returns all priorities, highest first; empty before they are known. */
  List<Priority> priorities() {
    return buffers.stream().map(buffer -> buffer.priority).toList();
  }

  /** Returns the number of buffered references of a priority, without early references. */
  int size(Priority priority) {
    return find(priority).map(buffer -> buffer.refs.size()).orElse(0);
  }

  int size() {
    return buffers.stream().mapToInt(buffer -> buffer.refs.size()).sum();
  }

  boolean isEmpty() {
    return buffers.stream().allMatch(buffer -> buffer.refs.isEmpty());
  }

  /** Adds a received reference. Returns false if its buffer is full, or its priority is unknown. */
  boolean add(BufferedRef ref, long now) {
    var buffer = bufferWithRoom(ref);
    buffer.ifPresent(
        found -> {
          found.refs.addLast(ref);
          found.startWaiting(now);
        });
    return buffer.isPresent();
  }

  /**
   * Puts a reference back before all others of its priority. Returns false if its buffer is full.
   */
  boolean putBack(BufferedRef ref, long now) {
    var buffer = bufferWithRoom(ref);
    buffer.ifPresent(
        found -> {
          found.refs.addFirst(ref);
          found.startWaiting(now);
        });
    return buffer.isPresent();
  }

  /** Keeps a reference until it may be claimed. Returns false if there is no capacity. */
  boolean keepUntil(BufferedRef ref, long notBefore) {
    return early.size() < config.bufferMax() && early.add(new EarlyRef(ref, notBefore));
  }

  /** Removes and returns the early references that may be claimed now. */
  List<BufferedRef> takeEarly(long now) {
    var taken = new ArrayList<BufferedRef>();
    while (!early.isEmpty() && early.element().notBefore() - now <= 0) {
      taken.add(early.remove().ref());
    }
    return taken;
  }

  /**
   * Returns the time in nanoseconds until the first early reference may be claimed; 0 if there is
   * none.
   */
  long untilEarly(long now) {
    return early.isEmpty() ? 0 : early.element().notBefore() - now;
  }

  Optional<BufferedRef> takeBest(long now) {
    int best = 0;
    while (best < buffers.size() && buffers.get(best).refs.isEmpty()) {
      best++;
    }
    if (best == buffers.size()) {
      return Optional.empty();
    }
    var next = aged(best, now).orElse(buffers.get(best));
    for (var buffer : buffers) {
      buffer.accrue(now);
    }
    return Optional.of(next.serve(now));
  }

  /**
   * Returns the buffer of a lower priority that is served before {@code best}, because of its wait
   * or its credit; empty if there is none.
   */
  private Optional<Buffer> aged(int best, long now) {
    Optional<Buffer> byTime = Optional.empty();
    Optional<Buffer> byWeight = Optional.empty();
    long greatestExcess = -1;
    int greatestCredit = weightSum - 1;
    for (int rank = best + 1; rank < buffers.size(); rank++) {
      var buffer = buffers.get(rank);
      if (buffer.refs.isEmpty()) {
        continue;
      }
      long excess = now - buffer.waitingSince - config.ageing().toNanos() * (rank - best);
      if (excess > greatestExcess) {
        byTime = Optional.of(buffer);
        greatestExcess = excess;
      }
      if (buffer.credit > greatestCredit) {
        byWeight = Optional.of(buffer);
        greatestCredit = buffer.credit;
      }
    }
    return byTime.isPresent() ? byTime : byWeight;
  }

  /** Returns the time on the monotonic clock at which the reference exceeds {@code bufferAge}. */
  long endOf(BufferedRef ref) {
    return ref.receivedAt() + config.bufferAge().toNanos() + 1;
  }

  /**
   * Returns the time at which the first reference exceeds {@code bufferAge}, or {@code end} if that
   * is earlier.
   */
  long nextEnd(long end) {
    long next = end;
    for (var buffer : buffers) {
      for (var ref : buffer.refs) {
        next = Math.min(next, endOf(ref));
      }
    }
    return next;
  }

  /** Removes and returns the references that exceed {@code bufferAge}. */
  List<BufferedRef> takeOverAged(long now) {
    var taken = new ArrayList<BufferedRef>();
    for (var buffer : buffers) {
      buffer.refs.removeIf(
          ref -> {
            boolean overAged = now - ref.receivedAt() > config.bufferAge().toNanos();
            return overAged && taken.add(ref);
          });
    }
    return taken;
  }

  /** Removes and returns all references, including early ones. */
  List<BufferedRef> takeAll() {
    var taken = new ArrayList<BufferedRef>();
    for (var buffer : buffers) {
      taken.addAll(buffer.refs);
      buffer.refs.clear();
    }
    early.forEach(kept -> taken.add(kept.ref()));
    early.clear();
    return taken;
  }

  /**
   * Returns the number of references to request from a queue while executors want work.
   *
   * <p>If references are buffered, only whole batches or half of the capacity are requested,
   * because a request costs the same for any number of references.
   *
   * <p>A lower priority gets the capacity that the higher priorities do not use, according to their
   * last polls. While they use all of it, the lower priority gets references by its credit, or one
   * reference if its queue was not polled for its ageing time.
   *
   * @param wanted number of references that executors are expected to take next
   * @param askedSince time at which the executors started to request work
   */
  int room(Priority priority, int wanted, long askedSince, long now) {
    var above = above(priority);
    int held = Math.min(config.bufferMax(), Math.max(1, wanted));
    int strict = held - size(priority);
    for (var higher : above) {
      strict = isDrained(higher, now) ? strict - size(higher) : 0;
    }
    if (size(priority) > 0 && strict < Math.min(BATCH_MAX, (held + 1) / 2)) {
      strict = 0;
    }
    boolean aged = !above.isEmpty() && untilAged(priority, above.size(), askedSince, now) <= 0;
    int fair = Math.max(owed(priority), aged ? 1 : 0) - size(priority);
    return Math.max(0, Math.min(config.bufferMax(), Math.max(strict, fair)));
  }

  /**
   * Returns times in nanoseconds after which a priority may get capacity: a higher queue has not
   * answered by then, or the ageing time of the priority has passed. Empty if waiting does not
   * help. Callers ignore values of 0 or less.
   */
  LongStream untilRoom(Priority priority, long askedSince, long now) {
    var above = above(priority);
    return above.isEmpty()
        ? LongStream.empty()
        : LongStream.concat(
            LongStream.of(untilAged(priority, above.size(), askedSince, now)),
            above.stream().mapToLong(higher -> untilDrained(higher, now)));
  }

  /**
   * Returns whether no reference of this priority or a higher one is buffered. A full lambda
   * buffers only its best reference, so that other hosts see all others.
   */
  boolean isBestMissing(Priority priority) {
    return size(priority) == 0 && above(priority).stream().allMatch(above -> size(above) == 0);
  }

  /**
   * Returns the number of references that a priority may get because of its credit, although higher
   * priorities have work.
   */
  int owed(Priority priority) {
    return find(priority).map(buffer -> buffer.credit / weightSum).orElse(0);
  }

  /** Records whether the executors of the lambda have no work and another host polls its queues. */
  void setIdle(boolean isIdle, long now) {
    idle.set(isIdle, now);
  }

  /** Returns whether a queue is not polled now, because another host polls it. */
  boolean isIdle(Priority priority, long now) {
    return idle.rests(priority, now);
  }

  void pollBegan(Priority priority, int asked, long now) {
    polls.put(priority, new Poll(asked, now, isDrained(priority, now)));
    idle.polled(priority, now);
  }

  /**
   * Records the end of a poll. A queue that returned fewer references than requested counts as
   * drained, so that a few messages of a higher priority do not delay the lower queues. A queue
   * that cannot be polled also counts as drained.
   */
  void pollEnded(Priority priority, int received, long now) {
    var poll = polls.get(priority);
    boolean drained = poll == null || received < poll.asked;
    polls.put(priority, new Poll(0, now, drained));
    if (received > 0) {
      idle.received(now);
    }
  }

  /** Returns whether the queue is empty, according to its polls. */
  private boolean isDrained(Priority priority, long now) {
    var poll = polls.get(priority);
    if (poll == null) {
      return false;
    }
    long ago = now - poll.at;
    return poll.asked > 0
        ? poll.drained || ago >= ANSWERS_WITHIN.toNanos()
        : poll.drained && ago <= REMEMBERED.toNanos();
  }

  /**
   * Returns the time in nanoseconds until a queue whose poll has no answer yet counts as drained; 0
   * or less if there is nothing to wait for.
   */
  private long untilDrained(Priority priority, long now) {
    var poll = polls.get(priority);
    return poll == null || poll.asked == 0 || poll.drained
        ? 0
        : poll.at + ANSWERS_WITHIN.toNanos() - now;
  }

  /**
   * Returns the time in nanoseconds until a queue has not been polled for its ageing time; 0 or
   * less if this time has passed.
   */
  private long untilAged(Priority priority, int above, long askedSince, long now) {
    var poll = polls.get(priority);
    long notPolledSince = poll == null || poll.at - askedSince < 0 ? askedSince : poll.at;
    return notPolledSince + config.ageing().toNanos() * above - now;
  }

  /** Returns the priorities above {@code lowest}, highest first. */
  private List<Priority> above(Priority lowest) {
    return buffers.stream()
        .map(buffer -> buffer.priority)
        .takeWhile(priority -> !priority.equals(lowest))
        .toList();
  }

  private Optional<Buffer> bufferWithRoom(BufferedRef ref) {
    return find(ref.queue().priority()).filter(buffer -> buffer.refs.size() < config.bufferMax());
  }

  private Optional<Buffer> find(Priority priority) {
    return buffers.stream().filter(buffer -> buffer.priority.equals(priority)).findFirst();
  }

  /** References of one priority. */
  private final class Buffer {
    private final Priority priority;
    private final Deque<BufferedRef> refs = new ArrayDeque<>();
    private int weight;
    private boolean isWaiting;

    /**
     * Start of the buffer's wait: the time at which it was last served, or at which a reference
     * arrived in the empty buffer. Returning old references to the queue does not restart the wait;
     * otherwise the priority would starve.
     */
    private long waitingSince;

    /**
     * Credit of the buffer. It grows by the weight with each reference of the lambda that is
     * served. A reference of this buffer costs the sum of all weights.
     */
    private int credit;

    Buffer(Priority priority) {
      this.priority = priority;
    }

    void startWaiting(long now) {
      if (!isWaiting) {
        isWaiting = true;
        waitingSince = now;
      }
    }

    /**
     * Adds the credit for one served reference of the lambda. A priority without work gets no
     * credit.
     */
    void accrue(long now) {
      boolean hasWork = !refs.isEmpty() || !isDrained(priority, now);
      credit = hasWork ? Math.min(CREDIT_REFS_MAX * weightSum, credit + weight) : 0;
    }

    BufferedRef serve(long now) {
      var ref = refs.removeFirst();
      isWaiting = !refs.isEmpty();
      waitingSince = now;
      credit = Math.max(0, credit - weightSum);
      return ref;
    }
  }
}
