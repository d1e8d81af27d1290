package dev.atf.store.search;

import dev.atf.model.LambdaName;
import dev.atf.model.task.TaskEntity;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Index of tasks by their terms, the latest first.
 *
 * <p>An entry is there before its task, and may be there behind it: a reader looks whether the task
 * is.
 */
public interface TaskSearch {
  /**
   * Returns whether every term of a task is to be added: the index costs little here. Otherwise
   * only those that its lambda asks for.
   */
  boolean isCheap();

  /**
   * Adds entries of a task whose entity is stored, before its association is created: no task is
   * without. They go with the task, or at the entity's expiry. Repeating is safe.
   *
   * @throws dev.atf.store.StoreException if some of them may be missing
   */
  void add(TaskEntity task, Collection<SearchTerm> terms);

  /**
   * Returns the next entries of a term.
   *
   * @param after the last entry of the page before; empty: from the latest on
   * @return fewer than {@code limit} only at the end
   */
  List<SearchEntry> read(
      LambdaName lambda, SearchTerm term, Optional<SearchEntry> after, int limit);
}
