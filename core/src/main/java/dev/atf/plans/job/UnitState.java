package dev.atf.plans.job;

/**
 * State of the unit of a job for which one task runs at a time: a step, or one item of a fan-out.
 *
 * @param tries number of its tasks in this round
 * @param failures number of tries that failed since the job or an operator last started it, which
 *     the failure policy counts
 * @param undos number of tasks in this round that revert it
 * @param ran whether a handler may have started it in this round; if so, it is reverted after any
 *     outcome
 */
public record UnitState(StepStatus status, int tries, int failures, int undos, boolean ran) {
  public static final UnitState PENDING = new UnitState(StepStatus.PENDING, 0, 0, 0, false);

  UnitState to(StepStatus next) {
    return new UnitState(next, tries, failures, undos, ran);
  }

  UnitState started() {
    return new UnitState(StepStatus.RUNNING, tries + 1, failures, undos, ran);
  }

  UnitState ended(StepStatus next, boolean thisRan) {
    return new UnitState(next, tries, failures, undos, ran || thisRan);
  }

  UnitState failed(StepStatus next, boolean thisRan) {
    return new UnitState(next, tries, failures + 1, undos, ran || thisRan);
  }

  UnitState undoing() {
    return new UnitState(StepStatus.COMPENSATING, tries, failures, undos + 1, ran);
  }

  /** Returns the unit, to be repeated in the same round. */
  UnitState again() {
    return new UnitState(
        StepStatus.PENDING, tries, 0, undos, ran && status != StepStatus.COMPENSATED);
  }

  /** Returns whether the unit has effects that are not being reverted yet. */
  boolean toRevert() {
    return switch (status) {
      case PENDING, SUCCEEDED, FAILED, SKIPPED, HELD, CANCELLED -> ran;
      case RUNNING, COMPENSATING, COMPENSATED, COMPENSATION_FAILED -> false;
    };
  }

  /** Returns whether nothing must be reverted, now or later. */
  boolean reverted() {
    return switch (status) {
      case COMPENSATED -> true;
      case PENDING, SUCCEEDED, FAILED, SKIPPED, HELD, CANCELLED -> !ran;
      case RUNNING, COMPENSATING, COMPENSATION_FAILED -> false;
    };
  }
}
