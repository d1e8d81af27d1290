package dev.atf.hsc.claim;

import java.util.ArrayList;
import java.util.List;

/**
 * Parts of one call's notes that cannot be kept. Nothing else of the call fails for them: a lease
 * or a result is worth more than its notes.
 */
public final class DroppedNotes {
  private final List<String> reasons = new ArrayList<>();

  /**
   * @param expected which values can be kept; the actual value is not repeated, for it may be the
   *     handler's data
   */
  void add(String field, String expected) {
    reasons.add(field + " (expected: " + expected + ")");
  }

  /** Returns whether {@code value} is within bounds; if not, it counts as dropped. */
  boolean isBetween(String field, long value, long min, long max) {
    if (value >= min && value <= max) {
      return true;
    }
    add(field + ": " + value, min + " to " + max);
    return false;
  }

  /** Returns one reason for each part that was dropped. */
  public List<String> reasons() {
    return List.copyOf(reasons);
  }
}
