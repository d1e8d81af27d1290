package dev.atf.frontend.plans.order;

import dev.atf.frontend.plans.PlanPosition;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.util.List;

/** Lists the keys of one lambda that have waiting tasks, including held keys. */
final class KeyListing {
  private final Plans plans;
  private final KeyView view;

  @Inject
  KeyListing(Plans plans, KeyView view) {
    this.plans = plans;
    this.view = view;
  }

  /**
   * Returns a page of keys.
   *
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID, FIELD_INVALID
   */
  ListKeysResponse list(ListKeysRequest request, LambdaDefinition lambda) {
    int pageSize = TaskListing.pageSize(request.getPageSize());
    var lists = PlanList.live(lambda, PlanKind.ORDER);
    var start = PlanPosition.decode(request.getPageToken(), scope(request), lists.size());
    var page = plans.read(lists.get(start.list()), IndexPages.ALWAYS, pageSize, start.after());
    var response = ListKeysResponse.newBuilder();
    page.entries().stream()
        .map(PlanPage.Mark::id)
        .distinct()
        .flatMap(id -> plans.find(id).stream())
        .filter(KeyListing::isListed)
        .map(row -> view.brief(row, lambda))
        .filter(key -> !request.getHeld() || mayBeHeld(key))
        .forEach(response::addKeys);
    start
        .next(page, lists.size())
        .ifPresent(next -> response.setNextPageToken(next.encode(scope(request))));
    return response.build();
  }

  private static boolean mayBeHeld(OrderingKey key) {
    return key.getState() == OrderingKey.State.HELD || !key.getUnreadable().isEmpty();
  }

  /** Returns whether a key should be listed, although the index may be behind. */
  private static boolean isListed(Plan row) {
    return PlanList.of(row).isPresent();
  }

  private static List<String> scope(ListKeysRequest request) {
    return List.of(request.getLambda(), Boolean.toString(request.getHeld()));
  }
}
