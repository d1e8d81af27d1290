package dev.atf.frontend.task;

import dev.atf.frontend.lambda.LiveLists;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.PageToken;
import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.protocol.ErrorReason;
import dev.atf.store.PageMark;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskContents;
import dev.atf.store.TriggerEntry;
import dev.atf.store.search.SearchEntry;
import dev.atf.store.search.SearchTerm;
import dev.atf.store.search.TaskSearch;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads the tasks that match criteria, a page at a time. They are found by a term of the search
 * index, the latest first, or otherwise in the lists of the trigger index. Unfinished tasks come
 * first, list by list, ordered by priority (highest first), shard and time. Finished tasks follow,
 * the latest first.
 *
 * <p>Both indexes may be seconds behind. A task that moves while pages are read may appear twice or
 * not at all.
 */
public final class TaskSelection {
  /** Number of examined tasks after which no further read is made for a page. */
  private static final int EXAMINED_MAX = 1_000;

  /** Maximum number of reads of an index for one page. */
  private static final int READS_MAX = 10;

  /** Partition in a {@link PageToken} whose position is in the search index. */
  private static final String IN_SEARCH = "search";

  private final IndexPages index;
  private final TaskSearch search;
  private final TaskAssociations associations;
  private final TaskContents contents;
  private final LiveLists lists;
  private final WaitingList waiting;

  @Inject
  TaskSelection(
      IndexPages index,
      TaskSearch search,
      TaskAssociations associations,
      TaskContents contents,
      LiveLists lists,
      WaitingList waiting) {
    this.index = index;
    this.search = search;
    this.associations = associations;
    this.contents = contents;
    this.lists = lists;
    this.waiting = waiting;
  }

  /**
   * Page of tasks.
   *
   * @param examined number of tasks that were examined
   * @param nextToken token of the next page; empty on the last page. A page may be short or empty
   *     although there is a next one
   */
  public record Page(List<Association> tasks, int examined, String nextToken) {}

  /**
   * Tasks of one read.
   *
   * @param createdAt creation times in the order of the tasks; empty if the index does not contain
   *     them. A task with another creation time is a later task with the same id
   * @param next position after these tasks
   */
  private record Read(
      Set<TaskId> taskIds, Map<TaskId, Instant> createdAt, Optional<PageToken> next) {
    boolean isOf(Association task) {
      var at = task.header().createdAt();
      return createdAt.getOrDefault(task.taskId(), at).equals(at);
    }
  }

  /** Reader of one of the two indexes. */
  private interface Source {
    PageToken first();

    Read read(PageToken from, int limit);

    /** Returns the labels that the index does not check. */
    List<TaskCriteria.Label> further(TaskCriteria criteria);
  }

  /**
   * Reads a page of matching tasks.
   *
   * @param pageToken page token; empty for the first page
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID
   * @throws dev.atf.model.check.InvalidFieldException if no index supports the criteria
   */
  public Page page(TaskCriteria criteria, LambdaDefinition lambda, String pageToken, int pageSize) {
    if (criteria.state() == TaskState.WAITING && term(criteria, lambda).isEmpty()) {
      var page = waiting.list(lambda, pageToken, pageSize);
      var tasks =
          page.tasks().stream().filter(isOf(lambda.name())).filter(criteria::matches).toList();
      return new Page(tasks, page.tasks().size(), page.nextToken());
    }
    var source = source(criteria, lambda);
    var name = lambda.name().value();
    var next =
        Optional.of(
            pageToken.isEmpty()
                ? source.first()
                : PageToken.decode(pageToken, name, criteria.digest(), ""));
    var tasks = new ArrayList<Association>();
    int examined = 0;
    // The last quarter of a page is not filled, because it might take many small reads.
    for (int reads = 0;
        next.isPresent()
            && reads < READS_MAX
            && examined < EXAMINED_MAX
            && tasks.size() <= pageSize * 3 / 4;
        reads++) {
      var read = source.read(next.get(), pageSize - tasks.size());
      tasks.addAll(matching(criteria, lambda.name(), read, source.further(criteria)));
      examined += read.taskIds().size();
      next = read.next();
    }
    return new Page(
        tasks, examined, next.map(token -> token.encode(name, criteria.digest(), "")).orElse(""));
  }

  /**
   * Returns some of the running tasks of a lambda in no particular order; all of them if they are
   * few.
   */
  public List<Association> running(LambdaDefinition lambda, int max) {
    return page(TaskCriteria.RUNNING, lambda, "", max).tasks();
  }

  /**
   * Returns a filter that hides tasks of other lambdas from the caller, even if a page token names
   * them.
   */
  private static Predicate<Association> isOf(LambdaName lambda) {
    return task -> task.header().lambda().equals(lambda);
  }

  private List<Association> matching(
      TaskCriteria criteria, LambdaName lambda, Read read, List<TaskCriteria.Label> further) {
    var found = associations.findAll(read.taskIds());
    var tasks =
        read.taskIds().stream()
            .flatMap(taskId -> Optional.ofNullable(found.get(taskId)).stream())
            .filter(isOf(lambda))
            .filter(read::isOf)
            .filter(criteria::matches)
            .toList();
    if (further.isEmpty() || tasks.isEmpty()) {
      return tasks;
    }
    var entities = contents.of(tasks.stream().map(Association::taskId).toList());
    return tasks.stream()
        .filter(
            task -> {
              var entity = entities.get(task.taskId());
              return entity != null && further.stream().allMatch(label -> label.isOf(entity));
            })
        .toList();
  }

  private Source source(TaskCriteria criteria, LambdaDefinition lambda) {
    var term = term(criteria, lambda);
    if (term.isPresent()) {
      return inSearch(lambda, term.get());
    }
    if (!criteria.labels().isEmpty()) {
      var violations = new Violations();
      violations.add(
          "label",
          criteria.labels().get(0).key(),
          lambda.indexedLabels().isEmpty()
              ? "none: lambda %s has no indexedLabels".formatted(lambda.name())
              : "one of the indexedLabels of lambda %s, %s"
                  .formatted(lambda.name(), lambda.indexedLabels()));
      violations.refuse();
    }
    return inLists(
        criteria.state() == TaskState.DEAD || criteria.state() == TaskState.DONE
            ? List.of()
            : live(criteria, lambda),
        ended(criteria.state(), lambda),
        criteria);
  }

  /**
   * Returns the term by which the tasks are found; empty if the lists of their state are read
   * instead.
   */
  private Optional<SearchTerm> term(TaskCriteria criteria, LambdaDefinition lambda) {
    var label =
        criteria.labels().stream()
            .filter(one -> search.isCheap() || lambda.indexedLabels().contains(one.key()))
            .findFirst()
            .map(one -> SearchTerm.label(one.key(), one.value()));
    return label.or(
        () ->
            criteria
                .collection()
                .filter(name -> search.isCheap() && criteria.state() == TaskState.ANY)
                .map(SearchTerm::collection));
  }

  private Source inSearch(LambdaDefinition lambda, SearchTerm term) {
    return new Source() {
      @Override
      public PageToken first() {
        return new PageToken(IN_SEARCH, Optional.empty());
      }

      @Override
      public Read read(PageToken from, int limit) {
        if (!from.partition().equals(IN_SEARCH)) {
          throw PageToken.invalid();
        }
        var after = from.after().map(mark -> new SearchEntry(mark.triggerAt(), mark.taskId()));
        var entries = search.read(lambda.name(), term, after, limit);
        var createdAt = new LinkedHashMap<TaskId, Instant>();
        entries.forEach(entry -> createdAt.put(entry.taskId(), entry.createdAt()));
        if (entries.size() < limit) {
          return new Read(createdAt.keySet(), createdAt, Optional.empty());
        }
        var last = entries.get(entries.size() - 1);
        return new Read(
            createdAt.keySet(),
            createdAt,
            Optional.of(
                new PageToken(
                    IN_SEARCH, Optional.of(new PageMark(last.createdAt(), last.taskId())))));
      }

      @Override
      public List<TaskCriteria.Label> further(TaskCriteria criteria) {
        return criteria.labels().stream()
            .filter(label -> !SearchTerm.label(label.key(), label.value()).equals(term))
            .toList();
      }
    };
  }

  private Source inLists(
      List<TriggerPartition> live, List<TriggerPartition> ended, TaskCriteria selected) {
    return new Source() {
      @Override
      public PageToken first() {
        return IndexPages.first(live.isEmpty() ? ended : live);
      }

      @Override
      public Read read(PageToken from, int limit) {
        boolean isOfLive = live.stream().anyMatch(list -> list.key().equals(from.partition()));
        var page =
            isOfLive
                ? index.read(live, from, limit)
                : index.latest(ended, from, selected.since(), selected.until(), limit);
        var next =
            isOfLive && !ended.isEmpty()
                ? page.next().or(() -> Optional.of(IndexPages.first(ended)))
                : page.next();
        var taskIds = new LinkedHashSet<TaskId>();
        page.entries().stream().map(TriggerEntry::taskId).forEach(taskIds::add);
        return new Read(taskIds, Map.of(), next);
      }

      @Override
      public List<TaskCriteria.Label> further(TaskCriteria criteria) {
        return criteria.labels();
      }
    };
  }

  private static List<TriggerPartition> ended(TaskState state, LambdaDefinition lambda) {
    return switch (state) {
      case DEAD -> lambda.finishedPartitions(Alarm.DEAD);
      case DONE -> lambda.finishedPartitions(Alarm.DONE);
      case ANY -> {
        var all = new ArrayList<>(lambda.finishedPartitions(Alarm.DEAD));
        all.addAll(lambda.finishedPartitions(Alarm.DONE));
        yield all;
      }
      case PENDING, RUNNING, BLOCKED, WAITING -> List.of();
    };
  }

  private List<TriggerPartition> live(TaskCriteria criteria, LambdaDefinition lambda) {
    // Running and blocked tasks are in the lists of checks.
    var live =
        lists.of(lambda).stream()
            .filter(list -> !criteria.state().isOfChecks() || list.alarm() == Alarm.CHECK)
            .filter(
                list ->
                    criteria.priority().isEmpty()
                        || String.valueOf(list.priority()).equals(criteria.priority()))
            .toList();
    if (live.isEmpty()) {
      var violations = new Violations();
      violations.add(
          ErrorReason.PRIORITY_UNKNOWN,
          "priority",
          criteria.priority(),
          "one of " + ScheduleRules.names(lambda));
      violations.refuse();
    }
    return live;
  }
}
