package dev.atf.frontend.plans.order;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.PageToken;
import dev.atf.frontend.task.WaitingList;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.plans.order.Member;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.store.PageMark;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import jakarta.inject.Inject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the tasks of one lambda that wait for the turn of their ordering key, key by key, and in
 * order within a key. These tasks are in no list of the index (ADR 0033). They are parts of their
 * key, whose row is in a list.
 */
public final class WaitingTasks implements WaitingList {
  private static final Logger log = LoggerFactory.getLogger(WaitingTasks.class);

  private static final String STATE = "waiting";
  private static final String IN_KEY = "~";

  /**
   * Maximum number of keys that are read for one page. A page may be short although there is a next
   * one.
   */
  private static final int KEYS_MAX = 256;

  private final Plans plans;
  private final TaskAssociations associations;

  @Inject
  public WaitingTasks(Plans plans, TaskAssociations associations) {
    this.plans = plans;
    this.associations = associations;
  }

  /**
   * Position at which a list continues.
   *
   * @param after the key that was read last
   * @param part position within that key; empty at its end
   */
  private record Start(int list, Optional<PlanPage.Mark> after, String part) {}

  /** Page under construction. */
  private static final class Draft {
    final Set<TaskId> taskIds = new LinkedHashSet<>();
    final int size;
    int keys;

    Draft(int size) {
      this.size = size;
    }

    boolean isFull() {
      return taskIds.size() >= size || keys >= KEYS_MAX;
    }
  }

  /** Returns whether a key is in use or held, and therefore has waiting tasks. */
  @Override
  public boolean any(LambdaDefinition lambda) {
    return PlanList.live(lambda, PlanKind.ORDER).stream()
        .anyMatch(
            list -> !plans.read(list, IndexPages.ALWAYS, 1, Optional.empty()).entries().isEmpty());
  }

  @Override
  public Page list(LambdaDefinition lambda, String pageToken, int pageSize) {
    var lists = PlanList.live(lambda, PlanKind.ORDER);
    var draft = new Draft(pageSize);
    var next = read(lambda.name(), lists, start(lambda, pageToken, lists), draft);
    var found = associations.findAll(draft.taskIds);
    var tasks =
        draft.taskIds.stream()
            .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
            .filter(Association::waits)
            .toList();
    return new Page(tasks, next.map(start -> token(lambda, lists, start)).orElse(""));
  }

  /** Reads a page, and returns the start of the next one; empty if there is none. */
  private Optional<Start> read(LambdaName lambda, List<PlanList> lists, Start start, Draft page) {
    var after = start.after();
    if (!start.part().isEmpty() && after.isPresent()) {
      var rest = readKey(lambda, after.get().id(), start.part(), page);
      if (rest.isPresent()) {
        return Optional.of(new Start(start.list(), after, rest.get()));
      }
    }
    for (int at = start.list(); at < lists.size(); at++) {
      do {
        var keys = plans.read(lists.get(at), IndexPages.ALWAYS, KEYS_MAX, after);
        for (var key : keys.entries()) {
          if (page.isFull()) {
            return Optional.of(new Start(at, after, ""));
          }
          after = Optional.of(key);
          var rest = readKey(lambda, key.id(), "", page);
          if (rest.isPresent()) {
            return Optional.of(new Start(at, after, rest.get()));
          }
        }
        after = keys.next();
      } while (after.isPresent());
    }
    return Optional.empty();
  }

  /**
   * Reads a key's tasks, and returns the position at which to continue if the page is full before
   * the end of the key. A caller may have forged the id in a page token, so a key of another lambda
   * is ignored.
   */
  private Optional<String> readKey(LambdaName lambda, PlanId id, String part, Draft page) {
    page.keys++;
    var key =
        plans.find(id).filter(row -> row.kind() == PlanKind.ORDER && row.lambda().equals(lambda));
    try {
      return key.filter(row -> OrderCodec.state(row).waiting())
          .flatMap(row -> readKey(row, part, page));
    } catch (UnreadablePlanException e) {
      log.warn("the tasks that wait for an ordering key are not listed: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<String> readKey(Plan row, String part, Draft page) {
    int limit = Math.max(1, page.size - page.taskIds.size());
    var from = part.isEmpty() ? OrderCodec.state(row).from() : part;
    var parts = plans.parts(row.id(), from, limit);
    parts.stream()
        .map(one -> OrderCodec.member(row, one))
        .map(Member::taskId)
        .forEach(page.taskIds::add);
    return parts.size() < limit
        ? Optional.empty()
        : Optional.of(parts.get(parts.size() - 1).name() + "-");
  }

  private static Start start(LambdaDefinition lambda, String pageToken, List<PlanList> lists) {
    if (pageToken.isEmpty()) {
      return new Start(0, Optional.empty(), "");
    }
    var token = PageToken.decode(pageToken, lambda.name().value(), STATE, "");
    var place = token.partition().split(IN_KEY, 3);
    for (int at = 0; at < lists.size() && place.length == 2; at++) {
      if (lists.get(at).key().equals(place[0])) {
        var after =
            token
                .after()
                .map(
                    mark -> new PlanPage.Mark(mark.triggerAt(), new PlanId(mark.taskId().value())));
        return new Start(at, after, place[1]);
      }
    }
    throw PageToken.invalid();
  }

  private static String token(LambdaDefinition lambda, List<PlanList> lists, Start start) {
    var after = start.after().map(mark -> new PageMark(mark.at(), new TaskId(mark.id().value())));
    return new PageToken(lists.get(start.list()).key() + IN_KEY + start.part(), after)
        .encode(lambda.name().value(), STATE, "");
  }
}
