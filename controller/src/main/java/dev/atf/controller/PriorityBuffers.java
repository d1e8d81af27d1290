package dev.atf.controller;

import dev.atf.model.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The references that one lambda's executors may be handed next, a bounded line for each priority.
 *
 * <p>The best is of the highest priority that has any, except that a lower one which was passed
 * over for {@code ageing} × (its distance from the best) is served once: it is slowed and never
 * starved. References leave a line in the order of their arrival. Not thread-safe.
 */
final class PriorityBuffers {
  private final BufferLimits limits;

  /** Highest first. */
  private List<Line> lines = List.of();

  PriorityBuffers(BufferLimits limits) {
    this.limits = limits;
  }

  /** Takes a new order of priorities over; lines that stay keep what they hold. */
  void setPriorities(List<Priority> highestFirst) {
    lines = highestFirst.stream().map(p -> find(p).orElseGet(() -> new Line(p))).toList();
  }

  int size(Priority priority) {
    return find(priority).map(line -> line.refs.size()).orElse(0);
  }

  boolean isEmpty() {
    return lines.stream().allMatch(line -> line.refs.isEmpty());
  }

  /** False if its line is full, or unknown. */
  boolean add(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addLast(ref);
          found.nowHungry(now);
        });
    return line.isPresent();
  }

  /** Puts a reference that was taken back before all others; false if its line is full by now. */
  boolean putBack(BufferedRef ref, long now) {
    var line = lineWithRoom(ref);
    line.ifPresent(
        found -> {
          found.refs.addFirst(ref);
          found.nowHungry(now);
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
    var chosen = lines.get(best);
    long greatestExcess = -1;
    for (int rank = best + 1; rank < lines.size(); rank++) {
      var line = lines.get(rank);
      long excess = now - line.hungrySince - limits.ageing().toNanos() * (rank - best);
      if (!line.refs.isEmpty() && excess > greatestExcess) {
        chosen = line;
        greatestExcess = excess;
      }
    }
    return Optional.of(chosen.serve(now));
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
  private static final class Line {
    private final Priority priority;
    private final Deque<BufferedRef> refs = new ArrayDeque<>();
    private boolean hungry;

    /**
     * When it last had to wait: since it was served, or since something came after it had run dry.
     * Giving back over-aged references does not end its hunger, or it would starve by them.
     */
    private long hungrySince;

    Line(Priority priority) {
      this.priority = priority;
    }

    void nowHungry(long now) {
      if (!hungry) {
        hungry = true;
        hungrySince = now;
      }
    }

    BufferedRef serve(long now) {
      var ref = refs.removeFirst();
      hungry = !refs.isEmpty();
      hungrySince = now;
      return ref;
    }
  }
}
