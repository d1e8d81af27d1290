package dev.atf.simulation.aws;

import dev.atf.model.Change;
import dev.atf.model.Guard;
import dev.atf.model.TaskEvent;

/** What is cut out of transitions, to see whether it is missed. */
public interface Surgery {
  boolean ignores(TaskEvent event, Guard guard);

  boolean drops(TaskEvent event, Change change);

  /** Whether such a transition is said to be applied and is not. */
  boolean forgets(TaskEvent event);

  /** Whether an association that is there already is written anew. */
  boolean overwrites();

  /** Whether a child is said to be made and is not. */
  boolean forgetsChildren();

  /** Whether a plan is written whatever version stands there. */
  boolean ignoresPlanVersions();
}
