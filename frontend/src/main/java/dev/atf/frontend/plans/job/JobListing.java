package dev.atf.frontend.plans.job;

import dev.atf.frontend.plans.PlanPosition;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.store.plans.Plans;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.util.List;

/** Lists the jobs of one lambda. The index may be seconds behind. */
final class JobListing {
  private static final String LIVE = "live";
  private static final String REST = "rest";
  private static final int PAGE_SIZE_DEFAULT = 100;

  private final Plans plans;

  @Inject
  public JobListing(Plans plans) {
    this.plans = plans;
  }

  ListJobsResponse list(ListJobsRequest request, LambdaDefinition lambda) {
    var violations = new Violations();
    var state = violations.parse(() -> state(request.getState()), LIVE);
    int pageSize =
        violations.parse(() -> TaskListing.pageSize(request.getPageSize()), PAGE_SIZE_DEFAULT);
    violations.refuse();
    var lists = lists(lambda, state);
    var scope = List.of(request.getLambda(), "jobs/" + state);
    var start = PlanPosition.decode(request.getPageToken(), scope, lists.size());
    var page = plans.read(lists.get(start.list()), IndexPages.ALWAYS, pageSize, start.after());
    var response = ListJobsResponse.newBuilder();
    for (var mark : page.entries()) {
      plans.find(mark.id()).map(JobView::brief).ifPresent(response::addJobs);
    }
    start.next(page, lists.size()).ifPresent(next -> response.setNextPageToken(next.encode(scope)));
    return response.build();
  }

  private static String state(String text) {
    return switch (text) {
      case "", LIVE -> LIVE;
      case REST -> REST;
      default -> throw new InvalidFieldException("state", text, "live or rest");
    };
  }

  private static List<PlanList> lists(LambdaDefinition lambda, String state) {
    return state.equals(REST)
        ? List.of(PlanList.resting(lambda.name(), PlanKind.JOB))
        : PlanList.live(lambda, PlanKind.JOB);
  }
}
