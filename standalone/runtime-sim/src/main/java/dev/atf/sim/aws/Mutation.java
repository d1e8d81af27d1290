package dev.atf.sim.aws;

import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.Guard;
import dev.atf.model.task.TaskEvent;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanPart;

/** Defect that is injected into the store's writes, to check that the rules notice it. */
public interface Mutation {
  /** No defect. */
  Mutation NONE = new Mutation() {};

  default boolean ignores(TaskEvent event, Guard guard) {
    return false;
  }

  default boolean drops(TaskEvent event, Change change) {
    return false;
  }

  /** Returns whether a transition is reported as applied and is not applied. */
  default boolean forgets(TaskEvent event) {
    return false;
  }

  /** Returns whether an existing association is overwritten. */
  default boolean overwrites() {
    return false;
  }

  /** Returns whether an association is reported as created and is not created. */
  default boolean forgets(Association association) {
    return false;
  }

  /** Returns whether a part of a plan is reported as put and is not put. */
  default boolean forgets(PlanPart part) {
    return false;
  }

  /** Returns whether a plan is reported as written before it is written. */
  default boolean defers(Plan plan) {
    return false;
  }

  /** Returns whether the parts that are read together with this first one are reversed. */
  default boolean reverses(PlanPart part) {
    return false;
  }

  /** Returns the plan that is written instead of {@code plan}. */
  default Plan cut(Plan plan) {
    return plan;
  }

  /** Returns the part that is written instead of {@code part}. */
  default PlanPart cut(PlanPart part) {
    return part;
  }

  /** Returns whether a plan is written regardless of the stored version. */
  default boolean ignoresPlanVersions() {
    return false;
  }
}
