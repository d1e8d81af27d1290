package dev.atf.model.plan;

import java.util.Locale;

/** What a plan makes its tasks of. */
public enum PlanKind {
  /** Fires at the times of a schedule. */
  PERIODIC,
  /** Lets the tasks of one ordering key run, one after the other. */
  ORDER,
  /** Runs a graph of steps. */
  JOB;

  /** As lists, metrics and documents name it. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
