package dev.atf.controller;

import dev.atf.model.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * References that one lambda's executors may be handed next, a bounded line for each priority.
 *
 * <p>The best is of the highest priority that has any, except that a lower one goes before it that
 * has aged: it was passed over for {@code ageing} × (its distance from the best), or as often as
 * its weight allows. So it is slowed and never starved. References leave a line in the order of
 * their arrival. Not thread-safe.
 */
final class PriorityBuffers {
  /** Chosen: a batch of a queue; credit of a line beyond it is forgotten. */
  private static final int OWED_MAX = 10;

  private final BufferLimits limits;
  private final PollOrder polls;

  /** Lines of the priorities, highest first. */
  private List<Line> lines = List.of();

  private int weightSum = 1;

  PriorityBuffers(BufferLimits limits, PollOrder polls) {
    this.limits = limits;
    this.polls = polls;
  }

  /** Adopts a new order of priorities; lines that stay keep what they hold. */
  void setPriorities(List<Priority> highestFirst) {
    lines = highestFirst.stream().map(p -> find(p).orElseGet(() -> new Line(p))).toList();
    for (int rank = 0; rank < lines.size(); rank++) {
      lines.get(rank).weight = limits.weights().of(rank);
    }
    weightSum = limits.weights().sum(lines.size());
  }

  /** Returns all priorities, highest first; none before they are known. */
  List<Priority> priorities() {
    return lines.stream().map(line -> line.priority).toList();
  }

  /** Returns the priorities above {@code lowest}, highest first. */
  List<Priority> above(Priority lowest) {
    return lines.stream()
        .map(line -> line.priority)
        .takeWhile(priority -> !priority.equals(lowest))
        .toList();
  }

  int size(Priority priority) {
    return find(priority).map(line -> line.refs.size()).orElse(0);
  }

  int size() {
    return lines.stream().mapToInt(line -> line.refs.size()).sum();
  }

  boolean isEmpty() {
    return lines.stream().allMatch(line -> line.refs.isEmpty());
  }

  /** Returns how many references a priority is owed by its weight, though higher ones have work. */
  int owed(Priority priority) {
    return find(priority).map(Line::owed).orElse(0);
  }

  /** Adds a reference; false if its line is full, or unknown. */
  boolean add(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addLast(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
  }

  /** Puts a reference that was taken back before all others; false if its line is full. */
  boolean putBack(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addFirst(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
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
   * Returns the lower line that goes before {@code best}, if one does: by its time first, then by
   * weight.
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
      long excess = now - line.hungrySince - limits.ageing().toNanos() * (rank - best);
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
    return ref.receivedAt() + limits.age().toNanos() + 1;
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
            boolean overAged = now - ref.receivedAt() > limits.age().toNanos();
            return overAged && taken.add(ref);
          });
    }
    return taken;
  }

  List<BufferedRef> takeAll() {
    var taken = new ArrayList<BufferedRef>();
    for (var line : lines) {
      taken.addAll(line.refs);
      line.refs.clear();
    }
    return taken;
  }

  private Optional<Line> lineWithRoom(BufferedRef ref) {
    return find(ref.queue().priority()).filter(line -> line.refs.size() < limits.max());
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
     * Start of the line's wait: when it was served, or when something came after it had run dry.
     * Giving back over-aged references does not end the wait, or the line would starve by them.
     */
    private long hungrySince;

    /** Credit, which grows by the weight with each hand-out; the sum of the weights buys one. */
    private int credit;

    Line(Priority priority) {
      this.priority = priority;
    }

    int owed() {
      return credit / weightSum;
    }

    void startWaiting(long now) {
      if (!hungry) {
        hungry = true;
        hungrySince = now;
      }
    }

    /** Credits the line for a reference that is handed out. A line without work is owed nothing. */
    void accrue(long now) {
      boolean hasWork = !refs.isEmpty() || !polls.isDrained(priority, now);
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
