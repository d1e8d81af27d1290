package dev.atf.plans.condition;

/** Phase of a condition. */
public enum ConditionPhase {
  /** Its tasks wait, and a tester runs until it succeeds. */
  CLOSED,
  /** A test has passed, and one of its tasks runs to show that the others can. */
  HALF_OPEN,
  /** Its tasks are released on a ramp; none is left once its row rests. */
  CLEAR
}
