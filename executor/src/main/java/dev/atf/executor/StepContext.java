package dev.atf.executor;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What a handler may know of the job that its task is a step of. */
public interface StepContext {
  /** The job's name, unique among those of {@link #lambda}. */
  String job();

  /** Of the job's first step: the job stands in its lists. */
  String lambda();

  String step();

  /**
   * Whether the task reverts what the step did. It may be asked to where the step did nothing, or
   * only a part: that has to succeed, too. Its input of the step's own name is what it returned.
   */
  boolean compensates();

  /** The steps whose results this one is given. */
  Set<String> inputs();

  /**
   * What a step returned that is one task.
   *
   * @return empty if it was skipped, or has failed and that did not count
   * @throws IllegalArgumentException if it is not among {@link #inputs}
   * @throws IllegalStateException if it cannot be read as that type
   */
  <T> Optional<T> input(String step, Class<T> type);

  /**
   * What the items of a step returned that fans out, in their order, without those that have failed
   * or were skipped.
   *
   * @throws IllegalArgumentException if it is not among {@link #inputs}
   * @throws IllegalStateException if one cannot be read as that type
   */
  <T> List<T> inputs(String step, Class<T> type);

  /**
   * What a child returned of those that this task was scheduled after: {@link
   * TaskContext#scheduleThen}.
   *
   * @param child its place in the list of children, from 0
   * @return empty if it has failed, or was skipped
   * @throws IllegalArgumentException if there is no such child
   * @throws IllegalStateException if it cannot be read as that type
   */
  default <T> Optional<T> childResult(int child, Class<T> type) {
    return input("child-" + child, type);
  }

  /** The place of the item, from 0; empty if the step does not fan out. */
  OptionalInt itemIndex();

  /**
   * The item.
   *
   * @return empty if the step does not fan out
   * @throws IllegalStateException if it cannot be read as that type
   */
  <T> Optional<T> item(Class<T> type);
}
