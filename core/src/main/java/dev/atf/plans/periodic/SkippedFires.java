package dev.atf.plans.periodic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reasons why fires have no task. They are only displayed. Skipped fires with the same reason form
 * one range, even if fires with tasks lie between them. Only the latest {@value #RANGES_MAX} ranges
 * are kept.
 */
public record SkippedFires(List<Range> ranges) {
  public static final SkippedFires NONE = new SkippedFires(List.of());

  /** Maximum number of ranges. They take about 400 bytes of the plan's row. */
  static final int RANGES_MAX = 8;

  /** Reason why a fire has no task. */
  public enum Reason {
    /** The task of the previous fire had not ended. */
    OVERLAP,
    /** No store consumer handled the fire at its time, and the catch-up did not include it. */
    MISSED,
    /** The periodic task was paused. */
    PAUSED
  }

  /**
   * Range of fires, including both ends.
   *
   * @param first time of the first fire
   * @param last time of the last fire
   */
  public record Range(Instant first, Instant last, Reason reason) {}

  public SkippedFires {
    ranges = List.copyOf(ranges.subList(Math.max(0, ranges.size() - RANGES_MAX), ranges.size()));
  }

  /** Adds a range of skipped fires. It must be later than all other ranges. */
  SkippedFires with(Instant first, Instant last, Reason reason) {
    var all = new ArrayList<>(ranges);
    var latest = all.isEmpty() ? null : all.get(all.size() - 1);
    if (latest != null && latest.reason() == reason) {
      all.set(all.size() - 1, new Range(latest.first(), last, reason));
    } else {
      all.add(new Range(first, last, reason));
    }
    return new SkippedFires(all);
  }

  /** Returns the reason why a fire has no task; empty if unknown. */
  Optional<Reason> reason(Instant at) {
    return ranges.stream()
        .filter(range -> !at.isBefore(range.first()) && !at.isAfter(range.last()))
        .reduce((former, latter) -> latter)
        .map(Range::reason);
  }
}
