package dev.atf.frontend.plans.condition;

import dev.atf.frontend.plans.PlanPosition;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListConditionsResponse;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Lists the conditions of one lambda. Conditions that are not clear come first. */
final class ConditionListing {
  /**
   * Maximum number of reads for one page. With many shards, a page may be short although there is a
   * next one.
   */
  private static final int READS_MAX = 32;

  private final Plans plans;
  private final ConditionReading reading;

  @Inject
  ConditionListing(Plans plans, ConditionReading reading) {
    this.plans = plans;
    this.reading = reading;
  }

  /**
   * Returns a page of conditions.
   *
   * @throws StatusRuntimeException PAGE_TOKEN_INVALID, FIELD_INVALID
   */
  ListConditionsResponse list(ListConditionsRequest request, LambdaDefinition lambda) {
    int size = TaskListing.pageSize(request.getPageSize());
    var lists = new ArrayList<>(PlanList.live(lambda, PlanKind.CONDITION));
    lists.add(PlanList.resting(lambda.name(), PlanKind.CONDITION));
    var scope = List.of(lambda.name().value(), "conditions");
    var start = PlanPosition.decode(request.getPageToken(), scope, lists.size());
    var ids = new LinkedHashSet<PlanId>();
    int at = start.list();
    var after = start.after();
    for (int reads = 0; at < lists.size() && reads < READS_MAX && ids.size() < size; reads++) {
      var page = plans.read(lists.get(at), IndexPages.ALWAYS, size - ids.size(), after);
      page.entries().forEach(mark -> ids.add(mark.id()));
      after = page.next();
      at += after.isEmpty() ? 1 : 0;
    }
    var response = ListConditionsResponse.newBuilder();
    var rows = new ArrayList<ConditionRow>();
    for (var id : ids) {
      try {
        ConditionCodec.find(plans, id).ifPresent(rows::add);
      } catch (UnreadablePlanException e) {
        response.addConditions(ConditionView.unreadable(e));
      }
    }
    reading.brief(rows).stream().map(ConditionView::of).forEach(response::addConditions);
    if (at < lists.size()) {
      response.setNextPageToken(new PlanPosition(at, after).encode(scope));
    }
    return response.build();
  }
}
