package dev.atf.store.search;

import dev.atf.model.LambdaName;
import dev.atf.model.task.TaskEntity;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Index of tasks by their terms, latest first.
 *
 * <p>An entry exists before its task, and may exist after it. A reader therefore checks whether the
 * task exists.
 */
public interface TaskSearch {
  /**
   * Returns whether every term of a task should be added, because the index costs little.
   * Otherwise, only the terms that the lambda indexes are added.
   */
  boolean isCheap();

  /**
   * Adds entries of a task after its entity is stored and before its association is created, so
   * that no task lacks its entries. They are removed with the task, or when the entity expires. The
   * call can be repeated.
   *
   * @throws dev.atf.store.StoreException if some of the entries may be missing
   */
  void add(TaskEntity task, Collection<SearchTerm> terms);

  /**
   * Returns the next entries of a term.
   *
   * @param after last entry of the previous page; empty for the first page
   * @return entries; fewer than {@code limit} only at the end of the list
   */
  List<SearchEntry> read(
      LambdaName lambda, SearchTerm term, Optional<SearchEntry> after, int limit);
}
