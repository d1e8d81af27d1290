package dev.atf.plans.row;

import dev.atf.model.TaskId;
import dev.atf.model.origin.Origin;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Kind of a plan: the source of its tasks. */
public enum PlanKind {
  /** The plan fires at the times of a schedule. */
  PERIODIC,
  /** The plan runs the tasks of one ordering key one after the other. */
  ORDER,
  /** The plan runs a graph of steps. */
  JOB,
  /**
   * The plan holds the tasks that depend on a condition, and tests the condition until it is clear.
   */
  CONDITION;

  private final String tag = name().toLowerCase(Locale.ROOT);

  /** Returns the name in lists, metrics and documents. */
  public String tag() {
    return tag;
  }

  /** Returns the kind of the plan that a task comes from. */
  public static PlanKind of(Origin origin) {
    return valueOf(origin.kind().toUpperCase(Locale.ROOT));
  }

  /** Returns whether a task with this origin comes from a plan of this kind. */
  public boolean isKindOf(@Nullable Origin origin) {
    return origin != null && origin.kind().equals(tag());
  }

  /**
   * Returns the origin of a task of a plan of this kind.
   *
   * @param member identity of the task within the plan: the time of a fire, a step and its try
   * @param contents entity with the payload and labels of the task: its own id, or the id of the
   *     plan's contents, which all tasks of the plan share
   */
  public Origin origin(PlanId plan, String member, TaskId contents) {
    return new Origin(tag(), plan.value(), member, contents);
  }
}
