package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeaderBuilder;
import dev.atf.store.search.SearchEntry;
import dev.atf.store.search.SearchTerm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's search index. */
public abstract class TaskSearchContract {
  private static final SearchTerm RED = SearchTerm.label("colour", "red");

  private final LambdaName lambda = SampleTasks.nextLambda();

  protected abstract Stores stores();

  @Test
  void entriesOfATermComeTheLatestFirst() {
    var first = add(NOW, RED);
    var third = add(NOW.plusMillis(2), RED);
    var second = add(NOW.plusMillis(1), RED);
    add(NOW, SearchTerm.label("colour", "blue"));

    Eventually.holds(() -> assertThat(read(lambda, RED)).containsExactly(third, second, first));
    assertThat(read(SampleTasks.nextLambda(), RED)).isEmpty();
  }

  @Test
  void termsThatLookAlikeAreApart() {
    add(NOW, SearchTerm.label("a", "b=c"));

    assertThat(read(lambda, SearchTerm.label("a=b", "c"))).isEmpty();
  }

  @Test
  void aTaskIsUnderEachOfItsTerms() {
    var task = task(NOW, Map.of("colour", "red", "long", "x".repeat(8_000)));
    var terms = SearchTerm.of(task);
    stores().search().add(task, terms);
    stores().search().add(task, terms);

    assertThat(terms).hasSize(3);
    for (var term : terms) {
      Eventually.holds(() -> assertThat(read(lambda, term)).containsExactly(entry(task)));
    }
  }

  @Test
  void pagesFollowEachOtherWithoutGapOrRepetition() {
    var all = new ArrayList<SearchEntry>();
    for (int i = 0; i < 25; i++) {
      // Five of each millisecond.
      all.add(add(NOW.plusMillis(i % 5), RED));
    }

    Eventually.holds(() -> assertThat(read(lambda, RED)).hasSize(25));
    var read = new ArrayList<SearchEntry>();
    Optional<SearchEntry> last = Optional.empty();
    List<SearchEntry> page;
    do {
      page = stores().search().read(lambda, RED, last, 4);
      read.addAll(page);
      last = page.stream().reduce((one, next) -> next);
    } while (page.size() == 4);

    assertThat(read).isSorted().containsExactlyInAnyOrderElementsOf(all);
  }

  private SearchEntry add(Instant createdAt, SearchTerm term) {
    var task = task(createdAt, Map.of());
    stores().search().add(task, List.of(term));
    return entry(task);
  }

  private List<SearchEntry> read(LambdaName of, SearchTerm term) {
    return stores().search().read(of, term, Optional.empty(), 100);
  }

  private static SearchEntry entry(TaskEntity task) {
    return new SearchEntry(task.header().createdAt(), task.taskId());
  }

  private TaskEntity task(Instant createdAt, Map<String, String> labels) {
    var header = TaskHeaderBuilder.builder(SampleTasks.header(lambda)).createdAt(createdAt).build();
    return new TaskEntity(header, Payload.EMPTY, labels, "f", NOW.plus(Duration.ofDays(60)));
  }
}
