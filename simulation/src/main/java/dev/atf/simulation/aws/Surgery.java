package dev.atf.simulation.aws;

import dev.atf.model.Change;
import dev.atf.model.Guard;
import dev.atf.model.TaskEvent;

/** What is cut out of transitions, to see whether it is missed. */
public interface Surgery {
  boolean ignores(TaskEvent event, Guard guard);

  boolean drops(TaskEvent event, Change change);
}
