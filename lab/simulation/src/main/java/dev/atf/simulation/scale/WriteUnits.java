package dev.atf.simulation.scale;

import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cost of an association's write in the index: one unit for an entry that is added, removed, or
 * changed in place, so two for one that moves. Items are of at most 1 KB.
 */
final class WriteUnits {
  static final String INDEX = "due ";

  private WriteUnits() {}

  /**
   * @param before null for a new association
   * @return units by partition of the index; each list is its own partition, as in a warm index
   */
  static Map<String, Integer> ofIndex(@Nullable Association before, Association after) {
    var units = new HashMap<String, Integer>();
    var from = before == null ? null : before.trigger();
    var to = after.trigger();
    boolean sameKey = Objects.equals(from, to);
    if (!sameKey && from != null) {
      units.merge(list(Objects.requireNonNull(before), from), 1, Integer::sum);
    }
    if (to != null && (!sameKey || !sameContent(Objects.requireNonNull(before), after))) {
      units.merge(list(after, to), 1, Integer::sum);
    }
    return units;
  }

  private static boolean sameContent(Association before, Association after) {
    return before.epoch() == after.epoch()
        && before.header().scheduledAt().equals(after.header().scheduledAt());
  }

  private static String list(Association task, Trigger trigger) {
    return INDEX + task.header().list(trigger.alarm()).key();
  }
}
