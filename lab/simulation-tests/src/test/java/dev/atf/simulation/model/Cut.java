package dev.atf.simulation.model;

import dev.atf.model.task.Change;
import dev.atf.model.task.Guard;
import dev.atf.model.task.TaskEvent;
import dev.atf.sim.aws.Mutation;
import java.util.Set;

/**
 * Guards of some events that the store ignores.
 *
 * @param guards simple names of their classes
 */
record Cut(Set<TaskEvent> events, Set<String> guards) implements Mutation {
  static final Cut NOTHING = new Cut(Set.of(), Set.of());

  @Override
  public boolean ignores(TaskEvent event, Guard guard) {
    return events.contains(event) && guards.contains(guard.getClass().getSimpleName());
  }

  @Override
  public boolean drops(TaskEvent event, Change change) {
    return false;
  }

  @Override
  public boolean forgets(TaskEvent event) {
    return false;
  }

  @Override
  public boolean overwrites() {
    return false;
  }

  @Override
  public boolean ignoresPlanVersions() {
    return false;
  }
}
