package dev.atf.model.plan;

import java.util.Locale;

/** Kind of a plan: the source of its tasks. */
public enum PlanKind {
  /** Fires at the times of a schedule. */
  PERIODIC,
  /** Lets the tasks of one ordering key run, one after the other. */
  ORDER,
  /** Runs a graph of steps. */
  JOB;

  /** Returns the name in lists, metrics and documents. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
