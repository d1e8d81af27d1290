package dev.atf.plans.periodic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reasons for which fires have no task, for people: the latest {@value #RANGES_MAX} ranges. Fires
 * that are left out for one reason again and again are one range, which has fires with tasks in it,
 * too.
 */
public record LeftOutFires(List<Range> ranges) {
  public static final LeftOutFires NONE = new LeftOutFires(List.of());

  /** Chosen: a row of them is 400 bytes. */
  static final int RANGES_MAX = 8;

  /** Reason for which a fire has no task. */
  public enum Reason {
    /** The task of the fire before it had not ended. */
    OVERLAP,
    /** No store consumer looked at its time, and catching up did not reach it. */
    MISSED,
    /** The periodic task was paused. */
    PAUSED
  }

  /**
   * Range of fires, both ends included.
   *
   * @param first the time of a fire, as is {@code last}
   */
  public record Range(Instant first, Instant last, Reason reason) {}

  public LeftOutFires {
    ranges = List.copyOf(ranges.subList(Math.max(0, ranges.size() - RANGES_MAX), ranges.size()));
  }

  /** Adds fires that were left out after all known ones. */
  LeftOutFires with(Instant first, Instant last, Reason reason) {
    var all = new ArrayList<>(ranges);
    var latest = all.isEmpty() ? null : all.get(all.size() - 1);
    if (latest != null && latest.reason() == reason) {
      all.set(all.size() - 1, new Range(latest.first(), last, reason));
    } else {
      all.add(new Range(first, last, reason));
    }
    return new LeftOutFires(all);
  }

  /** Returns why a fire without a task was left out; empty if that is not known. */
  Optional<Reason> reason(Instant at) {
    return ranges.stream()
        .filter(range -> !at.isBefore(range.first()) && !at.isAfter(range.last()))
        .reduce((former, latter) -> latter)
        .map(Range::reason);
  }
}
