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
 * Received, unclaimed references of one lambda, with a bounded line for each priority. This class
 * decides which reference is claimed next, and how many references a poll requests. It does no I/O,
 * and the lock of {@link TaskMatcher} guards it.
 *
 * <p>The best reference is the first one of the highest priority with references. A lower priority
 * precedes it after it was passed over for {@code ageing} × its distance from the best, or as often
 * as its weight allows. Therefore no priority starves. References leave a line in the order of
 * their arrival.
 */
final class PriorityBuffers {
  /** Maximum number of references in one answer of a queue. */
  static final int BATCH_MAX = 10;

  /** Maximum credit of a line, which is one batch of a queue. */
  private static final int OWED_MAX = BATCH_MAX;

  /**
   * Time within which a queue with messages answers. The long poll of an empty queue takes longer.
   */
  private static final Duration ANSWERS_WITHIN = Duration.ofMillis(100);

  /** Time for which an answer describes the state of the queue. */
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  private final ControllerConfig config;
  private final IdlePolls idle;

  /** Lines of the priorities, highest first; empty before the priorities are known. */
  private List<Line> lines = List.of();

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

  /** Sets a new order of priorities. Lines that remain keep their references. */
  void setPriorities(List<Priority> highestFirst) {
    lines = highestFirst.stream().map(p -> find(p).orElseGet(() -> new Line(p))).toList();
    var weights = config.priorityWeights();
    weightSum = 0;
    for (int rank = 0; rank < lines.size(); rank++) {
      lines.get(rank).weight = weights.get(Math.min(rank, weights.size() - 1));
      weightSum += lines.get(rank).weight;
    }
  }

  /** Returns all priorities, highest first; empty before they are known. */
  List<Priority> priorities() {
    return lines.stream().map(line -> line.priority).toList();
  }

  /** Returns the number of buffered references of a priority, without early references. */
  int size(Priority priority) {
    return find(priority).map(line -> line.refs.size()).orElse(0);
  }

  int size() {
    return lines.stream().mapToInt(line -> line.refs.size()).sum();
  }

  boolean isEmpty() {
    return lines.stream().allMatch(line -> line.refs.isEmpty());
  }

  /** Adds a received reference. Returns false if its line is full, or its priority is unknown. */
  boolean add(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addLast(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
  }

  /** Puts a reference back in front of all others. Returns false if its line is full. */
  boolean putBack(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addFirst(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
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
    while (best < lines.size() && lines.get(best).refs.isEmpty()) {
      best++;
    }
    if (best == lines.size()) {
      return Optional.empty();
    }
    var chosen = aged(best, now).orElse(lines.get(best));
    for (var line : lines) {
      line.accrue(now);
    }
    return Optional.of(chosen.serve(now));
  }

  /**
   * Returns the lower line that precedes {@code best}, either because of its wait or because of its
   * weight; empty if there is none.
   */
  private Optional<Line> aged(int best, long now) {
    Optional<Line> byTime = Optional.empty();
    Optional<Line> byWeight = Optional.empty();
    long greatestExcess = -1;
    int greatestCredit = weightSum - 1;
    for (int rank = best + 1; rank < lines.size(); rank++) {
      var line = lines.get(rank);
      if (line.refs.isEmpty()) {
        continue;
      }
      long excess = now - line.hungrySince - config.ageing().toNanos() * (rank - best);
      if (excess > greatestExcess) {
        byTime = Optional.of(line);
        greatestExcess = excess;
      }
      if (line.credit > greatestCredit) {
        byWeight = Optional.of(line);
        greatestCredit = line.credit;
      }
    }
    return byTime.isPresent() ? byTime : byWeight;
  }

  /** Returns the time on the monotonic clock at which the reference has been here too long. */
  long endOf(BufferedRef ref) {
    return ref.receivedAt() + config.bufferAge().toNanos() + 1;
  }

  /**
   * Returns the time at which the first reference has been here too long, or {@code end} if that is
   * earlier.
   */
  long nextEnd(long end) {
    long next = end;
    for (var line : lines) {
      for (var ref : line.refs) {
        next = Math.min(next, endOf(ref));
      }
    }
    return next;
  }

  /** Removes and returns the references that have been here too long. */
  List<BufferedRef> takeOverAged(long now) {
    var taken = new ArrayList<BufferedRef>();
    for (var line : lines) {
      line.refs.removeIf(
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
    for (var line : lines) {
      taken.addAll(line.refs);
      line.refs.clear();
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
   * last polls. While they have enough references, it gets the share of its weight, or one
   * reference if its queue was not polled for its ageing time.
   *
   * @param wanted number of references that executors are expected to take next
   * @param askedSince time at which the executors started to ask
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
   * Returns the times in nanoseconds until a priority may get capacity, because a higher queue does
   * not answer or the priority has aged. Empty if waiting does not help. Callers ignore values of 0
   * or less.
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
   * Returns the number of references that a priority may get because of its weight, although higher
   * priorities have work.
   */
  int owed(Priority priority) {
    return find(priority).map(line -> line.credit / weightSum).orElse(0);
  }

  /** Records whether the lambda sleeps while another host waits at its queues. */
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
   * drained, so that occasional messages do not delay the lower queues. A queue that cannot be
   * polled counts as drained, too.
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
   * Returns the time in nanoseconds until a silent queue counts as drained while it is polled; 0 or
   * less if there is nothing to wait for.
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
    long unseenSince = poll == null || poll.at - askedSince < 0 ? askedSince : poll.at;
    return unseenSince + config.ageing().toNanos() * above - now;
  }

  /** Returns the priorities above {@code lowest}, highest first. */
  private List<Priority> above(Priority lowest) {
    return lines.stream()
        .map(line -> line.priority)
        .takeWhile(priority -> !priority.equals(lowest))
        .toList();
  }

  private Optional<Line> lineWithRoom(BufferedRef ref) {
    return find(ref.queue().priority()).filter(line -> line.refs.size() < config.bufferMax());
  }

  private Optional<Line> find(Priority priority) {
    return lines.stream().filter(line -> line.priority.equals(priority)).findFirst();
  }

  /** References of one priority. */
  private final class Line {
    private final Priority priority;
    private final Deque<BufferedRef> refs = new ArrayDeque<>();
    private int weight;
    private boolean hungry;

    /**
     * Start of the line's wait: the time at which it was last served, or at which a reference
     * arrived in the empty line. Returning old references to the queue does not restart the wait;
     * otherwise the line would starve.
     */
    private long hungrySince;

    /**
     * Credit of the line. It grows by the weight with each hand-out of the lambda. A hand-out of
     * this line costs the sum of all weights.
     */
    private int credit;

    Line(Priority priority) {
      this.priority = priority;
    }

    void startWaiting(long now) {
      if (!hungry) {
        hungry = true;
        hungrySince = now;
      }
    }

    /**
     * Adds the line's credit for one hand-out of the lambda. A line without work gets no credit.
     */
    void accrue(long now) {
      boolean hasWork = !refs.isEmpty() || !isDrained(priority, now);
      credit = hasWork ? Math.min(OWED_MAX * weightSum, credit + weight) : 0;
    }

    BufferedRef serve(long now) {
      var ref = refs.removeFirst();
      hungry = !refs.isEmpty();
      hungrySince = now;
      credit = Math.max(0, credit - weightSum);
      return ref;
    }
  }
}
