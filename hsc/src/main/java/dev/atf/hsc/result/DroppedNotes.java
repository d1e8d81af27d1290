package dev.atf.hsc.result;

import java.util.ArrayList;
import java.util.List;

/**
 * What of the notes of one call cannot be kept. Nothing else of the call fails for it: a lease or a
 * result is worth more than what is said beside it.
 */
public final class DroppedNotes {
  private final List<String> reasons = new ArrayList<>();

  /**
   * @param expected what would have been kept; what was said instead is not repeated, for it may be
   *     the handler's data
   */
  void add(String field, String expected) {
    reasons.add(field + " (expected: " + expected + ")");
  }

  /** Whether {@code value} is within bounds; if not, it counts as dropped. */
  boolean isBetween(String field, long value, long min, long max) {
    if (value >= min && value <= max) {
      return true;
    }
    add(field + ": " + value, min + " to " + max);
    return false;
  }

  /** One for each part that was dropped. */
  public List<String> reasons() {
    return List.copyOf(reasons);
  }
}
