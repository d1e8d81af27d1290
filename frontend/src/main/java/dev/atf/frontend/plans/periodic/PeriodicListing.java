package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.plans.PlanPosition;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.store.plans.Plans;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Lists the periodic tasks of one lambda, one list of the index after the other. The index may be
 * seconds behind. A periodic task that moves while pages are read may appear twice or not at all.
 */
final class PeriodicListing {
  /**
   * Maximum number of lists that are read for one page. A page may be short although there is a
   * next one.
   */
  private static final int READS_MAX = 64;

  private static final int PAGE_SIZE_DEFAULT = 100;

  private final Plans plans;

  @Inject
  PeriodicListing(Plans plans) {
    this.plans = plans;
  }

  /** Returns whether the lambda has a periodic task other than that of its canaries. */
  public boolean any(LambdaDefinition lambda) {
    var canaries = PeriodicTask.planId(lambda.name(), PeriodicName.CANARY);
    return lists(lambda).stream()
        .flatMap(
            list -> plans.read(list, IndexPages.ALWAYS, 2, Optional.empty()).entries().stream())
        .anyMatch(mark -> !mark.id().equals(canaries));
  }

  ListPeriodicResponse list(ListPeriodicRequest request, LambdaDefinition lambda, Instant now) {
    var violations = new Violations();
    int size =
        violations.parse(() -> TaskListing.pageSize(request.getPageSize()), PAGE_SIZE_DEFAULT);
    violations.refuse();
    var lists = lists(lambda);
    var scope = List.of(lambda.name().value());
    var place = PlanPosition.decode(request.getPageToken(), scope, lists.size());
    var ids = new LinkedHashSet<PlanId>();
    int at = place.list();
    var after = place.after();
    for (int reads = 0; at < lists.size() && reads < READS_MAX && ids.size() < size; reads++) {
      var page = plans.read(lists.get(at), IndexPages.ALWAYS, size - ids.size(), after);
      page.entries().forEach(mark -> ids.add(mark.id()));
      after = page.next();
      at += after.isEmpty() ? 1 : 0;
    }
    var response = ListPeriodicResponse.newBuilder();
    for (var id : ids) {
      plans.find(id).ifPresent(row -> response.addTasks(PeriodicView.brief(row, now)));
    }
    if (at < lists.size()) {
      response.setNextPageToken(new PlanPosition(at, after).encode(scope));
    }
    return response.build();
  }

  /** Returns the lists in which a periodic task may be. */
  public static List<PlanList> lists(LambdaDefinition lambda) {
    var lists = new ArrayList<>(PlanList.live(lambda, PlanKind.PERIODIC));
    lists.add(PlanList.resting(lambda.name(), PlanKind.PERIODIC));
    return lists;
  }
}
