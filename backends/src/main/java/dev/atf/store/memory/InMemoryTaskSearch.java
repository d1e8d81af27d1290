package dev.atf.store.memory;

import dev.atf.model.LambdaName;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.search.SearchEntry;
import dev.atf.store.search.SearchTerm;
import dev.atf.store.search.TaskSearch;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Search index in memory. Neither entries nor entities are ever removed. */
public final class InMemoryTaskSearch implements TaskSearch {
  private final Map<String, NavigableSet<SearchEntry>> lists = new HashMap<>();

  @Override
  public boolean isCheap() {
    return true;
  }

  @Override
  public synchronized void add(TaskEntity task, Collection<SearchTerm> terms) {
    var entry = new SearchEntry(task.header().createdAt(), task.taskId());
    for (var term : terms) {
      lists.computeIfAbsent(term.list(task.header().lambda()), list -> new TreeSet<>()).add(entry);
    }
  }

  @Override
  public synchronized List<SearchEntry> read(
      LambdaName lambda, SearchTerm term, Optional<SearchEntry> after, int limit) {
    NavigableSet<SearchEntry> list = lists.getOrDefault(term.list(lambda), new TreeSet<>());
    return after.map(last -> list.tailSet(last, false)).orElse(list).stream().limit(limit).toList();
  }
}
