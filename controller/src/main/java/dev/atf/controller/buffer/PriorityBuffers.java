package dev.atf.controller.buffer;

import dev.atf.model.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The references that one lambda's executors may be handed next, a bounded line for each priority.
 *
 * <p>The best is of the highest priority that has any, except that a lower one goes before it that
 * has aged: it was passed over for {@code ageing} × (its distance from the best), or as often as
 * its weight allows. So it is slowed and never starved. References leave a line in the order of
 * their arrival. Not thread-safe.
 */
public final class PriorityBuffers {
  /** Chosen: a batch of a queue; what a line is owed beyond it is forgotten. */
  private static final int OWED_MAX = 10;

  private final BufferLimits limits;
  private final PollOrder polls;

  /** Highest first. */
  private List<Line> lines = List.of();

  private int weightSum = 1;

  public PriorityBuffers(BufferLimits limits, PollOrder polls) {
    this.limits = limits;
    this.polls = polls;
  }

  /** Takes a new order of priorities over; lines that stay keep what they hold. */
  public void setPriorities(List<Priority> highestFirst) {
    lines = highestFirst.stream().map(p -> find(p).orElseGet(() -> new Line(p))).toList();
    for (int rank = 0; rank < lines.size(); rank++) {
      lines.get(rank).weight = limits.weights().of(rank);
    }
    weightSum = limits.weights().sum(lines.size());
  }

  /** Highest first, up to {@code lowest} and without it. */
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

  /** How many references a priority is owed by its weight, though higher ones have work. */
  int owed(Priority priority) {
    return find(priority).map(Line::owed).orElse(0);
  }

  /** False if its line is full, or unknown. */
  public boolean add(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addLast(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
  }

  /** Puts a reference that was taken back before all others; false if its line is full by now. */
  boolean putBack(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addFirst(ref);
          found.startWaiting(now);
        });
    return line.isPresent();
  }

  public Optional<BufferedRef> takeBest(long now) {
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

  /** Which lower line goes before {@code best}, if one does: by its time first, then by weight. */
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

  /** When the reference has been here too long, on the monotonic clock. */
  long endOf(BufferedRef ref) {
    return ref.receivedAt() + limits.age().toNanos() + 1;
  }

  /** When the first reference has been here too long, if before {@code end}. */
  long nextEnd(long end) {
    long next = end;
    for (var line : lines) {
      for (var ref : line.refs) {
        next = Math.min(next, endOf(ref));
      }
    }
    return next;
  }

  /** Takes out what has been here for longer than the limit. */
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

  /** One priority's references. */
  private final class Line {
    private final Priority priority;
    private final Deque<BufferedRef> refs = new ArrayDeque<>();
    private int weight;
    private boolean hungry;

    /**
     * When it last had to wait: since it was served, or since something came after it had run dry.
     * Giving back over-aged references does not end its hunger, or it would starve by them.
     */
    private long hungrySince;

    /** Grows by its weight with each hand-out; the sum of the weights buys one. */
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

    /** One reference is handed out. A line without work is owed nothing of it. */
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
