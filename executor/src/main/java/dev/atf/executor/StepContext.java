package dev.atf.executor;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** View of a job for the handler of one of its steps. */
public interface StepContext {
  /** Returns the job's name, unique among those of {@link #lambda}. */
  String job();

  /** Returns the lambda of the job's first step, under which the job is listed. */
  String lambda();

  String step();

  /**
   * Returns whether the task compensates the step. A compensation may run for a step that did
   * nothing, or only a part of its work. It must succeed in these cases, too. Its input with the
   * step's own name is the step's result.
   */
  boolean compensates();

  /** Returns the names of the steps whose results this step can read. */
  Set<String> inputs();

  /**
   * Returns the result of a step that consists of one task.
   *
   * @return empty if the step was skipped, or if it failed and its failure is tolerated
   * @throws IllegalArgumentException if the step is not one of {@link #inputs}
   * @throws IllegalStateException if the result cannot be read as that type
   */
  <T> Optional<T> input(String step, Class<T> type);

  /**
   * Returns the results of the items of a step that fans out, in the order of the items. Items that
   * failed or were skipped are left out.
   *
   * @throws IllegalArgumentException if the step is not one of {@link #inputs}
   * @throws IllegalStateException if a result cannot be read as that type
   */
  <T> List<T> inputs(String step, Class<T> type);

  /**
   * Returns the result of one of the children that this task was scheduled after: {@link
   * TaskContext#scheduleThen}.
   *
   * @param child index in the list of children, from 0
   * @return empty if the child has failed, or was skipped
   * @throws IllegalArgumentException if there is no such child
   * @throws IllegalStateException if the result cannot be read as that type
   */
  default <T> Optional<T> childResult(int child, Class<T> type) {
    return input("child-" + child, type);
  }

  /** Returns the index of the item, from 0; empty if the step does not fan out. */
  OptionalInt itemIndex();

  /**
   * Returns the item. It is also the payload, if the step has no payload of its own.
   *
   * @return empty if the step does not fan out
   * @throws IllegalStateException if it cannot be read as that type
   */
  <T> Optional<T> item(Class<T> type);
}
