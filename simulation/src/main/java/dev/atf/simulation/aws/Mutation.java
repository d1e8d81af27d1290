package dev.atf.simulation.aws;

import dev.atf.model.Association;
import dev.atf.model.history.TaskEvent;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanPart;
import dev.atf.model.transition.Change;
import dev.atf.model.transition.Guard;

/** What is cut out of transitions, to see whether it is missed. */
public interface Mutation {
  boolean ignores(TaskEvent event, Guard guard);

  boolean drops(TaskEvent event, Change change);

  /** Whether such a transition is said to be applied and is not. */
  boolean forgets(TaskEvent event);

  /** Whether an association that is there already is written anew. */
  boolean overwrites();

  /** Whether an association is said to be made and is not. */
  default boolean forgets(Association association) {
    return false;
  }

  /** Whether a part of a plan is said to be put and is not. */
  default boolean forgets(PlanPart part) {
    return false;
  }

  /** Whether a plan is said to be written, and is so only a while later. */
  default boolean defers(Plan plan) {
    return false;
  }

  /** Whether those that are read together with it are told backwards. */
  default boolean reverses(PlanPart part) {
    return false;
  }

  /** What is written instead of a plan. */
  default Plan cut(Plan plan) {
    return plan;
  }

  /** What is written instead of a part of a plan. */
  default PlanPart cut(PlanPart part) {
    return part;
  }

  /** Whether a plan is written whatever version stands there. */
  boolean ignoresPlanVersions();
}
