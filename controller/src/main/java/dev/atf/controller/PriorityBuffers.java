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
 * References of one lambda that were received and are not claimed yet, with a bounded line for each
 * priority. It decides which reference is claimed next, and for how many a queue is polled. It does
 * no I/O and is guarded by the lock of {@link TaskMatcher}.
 *
 * <p>The best reference is of the highest priority that has any. A lower one goes before it if it
 * was passed over for {@code ageing} × its distance from the best, or as often as its weight
 * allows, so that no priority starves. References leave a line in the order of their arrival.
 */
final class PriorityBuffers {
  /** Maximum number of references that a queue hands out at a time. */
  static final int BATCH_MAX = 10;

  /** Credit of a line beyond one batch of a queue is forgotten. */
  private static final int OWED_MAX = BATCH_MAX;

  /**
   * Time within which a queue with messages answers. The long poll of an empty queue takes longer.
   */
  private static final Duration ANSWERS_WITHIN = Duration.ofMillis(100);

  /** After a longer time, an answer says nothing about the present state of the queue. */
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  private final ControllerConfig config;
  private final IdlePolls idle;

  /** Lines of the priorities, highest first; none before they are known. */
  private List<Line> lines = List.of();

  private int weightSum = 1;

  /** References that the HSC refused because they are not due yet, the earliest first. */
  private final PriorityQueue<EarlyRef> early =
      new PriorityQueue<>((a, b) -> Long.signum(a.notBefore() - b.notBefore()));

  private final Map<Priority, Poll> polls = new HashMap<>();

  private record EarlyRef(BufferedRef ref, long notBefore) {}

  /**
   * Latest poll of one queue.
   *
   * @param asked number of references asked for; 0 after the answer
   * @param at time at which it started, or was answered
   * @param drained whether the last answer was less than was asked for
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

  /** Returns all priorities, highest first; none before they are known. */
  List<Priority> priorities() {
    return lines.stream().map(line -> line.priority).toList();
  }

  /** Returns the number of buffered references of a priority, without those that are early. */
  int size(Priority priority) {
    return find(priority).map(line -> line.refs.size()).orElse(0);
  }

  int size() {
    return lines.stream().mapToInt(line -> line.refs.size()).sum();
  }

  boolean isEmpty() {
    return lines.stream().allMatch(line -> line.refs.isEmpty());
  }

  /** Adds a received reference; false if its line is full, or its priority is unknown. */
  boolean add(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addLast(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
  }

  /** Puts a reference that was taken back in front of all others; false if its line is full. */
  boolean putBack(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addFirst(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
  }

  /** Keeps a reference that may not be claimed before its time; false if there is no capacity. */
  boolean keepUntil(BufferedRef ref, long notBefore) {
    return early.size() < config.bufferMax() && early.add(new EarlyRef(ref, notBefore));
  }

  /** Takes out the early references whose time has come. */
  List<BufferedRef> takeEarly(long now) {
    var taken = new ArrayList<BufferedRef>();
    while (!early.isEmpty() && early.element().notBefore() - now <= 0) {
      taken.add(early.remove().ref());
    }
    return taken;
  }

  /** Returns the time until the first early reference may be claimed; 0 if there is none. */
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
   * Returns the lower line that is preferred to {@code best}, if there is one: first by its wait,
   * then by its weight.
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

  /** Returns when the reference has been here too long, on the monotonic clock. */
  long endOf(BufferedRef ref) {
    return ref.receivedAt() + config.bufferAge().toNanos() + 1;
  }

  /** Returns when the first reference has been here too long, if before {@code end}. */
  long nextEnd(long end) {
    long next = end;
    for (var line : lines) {
      for (var ref : line.refs) {
        next = Math.min(next, endOf(ref));
      }
    }
    return next;
  }

  /** Takes out the references that have been here for longer than the limit. */
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

  /** Takes out all references, the early ones as well. */
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
   * Returns how many references to ask a queue for, while executors want some.
   *
   * <p>While some references are buffered, it only asks for whole batches, or for half of its
   * capacity, because each request costs the same for any number of references.
   *
   * <p>A lower priority gets the capacity that the higher ones do not use, as far as their polls
   * have shown. While they have enough references, it gets the share of its weight, or one
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
   * Returns the nanoseconds until a priority may get capacity by the passing of time, because a
   * higher queue does not answer or the priority has aged. Empty if time does not change it; ignore
   * values of 0 or less.
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
   * Returns whether no reference of this priority or a higher one is buffered. A full lambda keeps
   * only its best reference buffered, and hides no others from other hosts.
   */
  boolean isBestMissing(Priority priority) {
    return size(priority) == 0 && above(priority).stream().allMatch(above -> size(above) == 0);
  }

  /** Returns how many references a priority is owed by its weight, though higher ones have work. */
  int owed(Priority priority) {
    return find(priority).map(line -> line.credit / weightSum).orElse(0);
  }

  /** Records whether the lambda sleeps while another host waits at its queues. */
  void setIdle(boolean isIdle, long now) {
    idle.set(isIdle, now);
  }

  /** Returns whether a queue is not polled now, because another host waits at it. */
  boolean isIdle(Priority priority, long now) {
    return idle.rests(priority, now);
  }

  void pollBegan(Priority priority, int asked, long now) {
    polls.put(priority, new Poll(asked, now, isDrained(priority, now)));
    idle.polled(priority, now);
  }

  /**
   * Records the end of a poll. A queue that returned fewer references than requested has no more,
   * so that a few occasional messages do not delay the lower queues. A queue that cannot be polled
   * does not delay them either.
   */
  void pollEnded(Priority priority, int received, long now) {
    var poll = polls.get(priority);
    boolean drained = poll == null || received < poll.asked;
    polls.put(priority, new Poll(0, now, drained));
    if (received > 0) {
      idle.received(now);
    }
  }

  /** Returns whether nothing is left in the queue, as far as its polls have shown. */
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
   * Returns the nanoseconds until a queue that is being polled counts as drained because it does
   * not answer; 0 or less if there is nothing to wait for.
   */
  private long untilDrained(Priority priority, long now) {
    var poll = polls.get(priority);
    return poll == null || poll.asked == 0 || poll.drained
        ? 0
        : poll.at + ANSWERS_WITHIN.toNanos() - now;
  }

  /**
   * Returns the nanoseconds until a queue was not polled for its ageing time; 0 or less if this
   * time has passed.
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
     * Start of the line's wait: the time when it was last served, or when a reference arrived in
     * the empty line. Returning references that waited too long does not end the wait; otherwise
     * the line would starve.
     */
    private long hungrySince;

    /**
     * Credit, which grows by the weight with each hand-out. One hand-out costs the sum of the
     * weights.
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

    /** Credits the line for a reference that is handed out. A line without work is owed nothing. */
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
