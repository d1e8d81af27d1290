package dev.atf.model.plan;

import dev.atf.model.TaskId;
import java.util.Locale;

/**
 * Origin of a task that a plan made, or whose turn a plan keeps.
 *
 * @param member identity of the task within the plan: the time of a fire, a step and its try, an
 *     ordering key
 * @param contents entity that holds its payload and labels: its own id, or that of the plan's
 *     contents, which all of its tasks share
 */
public record Origin(PlanKind kind, PlanId plan, String member, TaskId contents) {
  private static final int PARTS = 4;

  /** Returns one text of it, for stores: the kind, the plan, the contents, the member. */
  public String toText() {
    return String.join("/", kind.tag(), plan.value(), contents.value(), member);
  }

  /**
   * @param text of {@link #toText}
   */
  public static Origin parse(String text) {
    var parts = text.split("/", PARTS);
    return new Origin(
        PlanKind.valueOf(parts[0].toUpperCase(Locale.ROOT)),
        new PlanId(parts[1]),
        parts[3],
        new TaskId(parts[2]));
  }
}
