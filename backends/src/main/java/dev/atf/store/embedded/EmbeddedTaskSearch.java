package dev.atf.store.embedded;

import dev.atf.model.LambdaName;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.embedded.database.Changes;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.search.SearchEntry;
import dev.atf.store.search.SearchTerm;
import dev.atf.store.search.TaskSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Search index, as keys in the order of their terms and times. An entry does not wait for an fsync,
 * because its task is written after it in the same log.
 */
record EmbeddedTaskSearch(Database database) implements TaskSearch {
  private static final byte[] NO_VALUE = {};

  @Override
  public boolean isCheap() {
    return true;
  }

  @Override
  public void add(TaskEntity task, Collection<SearchTerm> terms) {
    if (terms.isEmpty()) {
      return;
    }
    var changes = new Changes();
    terms.forEach(term -> changes.andPut(key(task, term), NO_VALUE));
    database.write(changes);
  }

  @Override
  public List<SearchEntry> read(
      LambdaName lambda, SearchTerm term, Optional<SearchEntry> after, int limit) {
    var entries = new ArrayList<SearchEntry>();
    var list = term.list(lambda);
    var begin = Keys.search(list);
    database.scan(
        after.map(last -> Database.behind(Keys.search(list, last))).orElse(begin),
        Database.behind(begin),
        (key, value) -> {
          entries.add(Keys.searchEntry(key));
          return entries.size() < limit;
        });
    return entries;
  }

  /** Adds the removal of every entry of a task to a write. */
  static void remove(TaskEntity task, Changes changes) {
    SearchTerm.of(task).forEach(term -> changes.andDelete(key(task, term)));
  }

  private static byte[] key(TaskEntity task, SearchTerm term) {
    var header = task.header();
    return Keys.search(
        term.list(header.lambda()), new SearchEntry(header.createdAt(), task.taskId()));
  }
}
