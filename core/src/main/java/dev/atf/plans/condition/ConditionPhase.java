package dev.atf.plans.condition;

/** Phase of a condition. */
public enum ConditionPhase {
  /** The tasks wait, and testers run until one succeeds. */
  CLOSED,
  /** A test has passed, and one of the tasks runs to show whether the others can. */
  HALF_OPEN,
  /** The tasks are released on a ramp. None is left once the row rests. */
  CLEAR
}
