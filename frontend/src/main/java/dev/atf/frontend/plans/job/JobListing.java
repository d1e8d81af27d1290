package dev.atf.frontend.plans.job;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.PageToken;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.store.PageMark;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Lists the jobs of one lambda. The index may be seconds behind. */
public final class JobListing {
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
    var start = start(request, state, lists);
    int at = place(lists, start.partition());
    var page =
        plans.read(
            lists.get(at), IndexPages.ALWAYS, pageSize, start.after().map(JobListing::planMark));
    var response = ListJobsResponse.newBuilder();
    for (var mark : page.entries()) {
      plans
          .find(mark.id())
          .ifPresent(plan -> response.addJobs(JobView.brief(plan, JobCodec.read(plan))));
    }
    next(lists, at, page)
        .ifPresent(
            token ->
                response.setNextPageToken(token.encode(request.getLambda(), "jobs/" + state, "")));
    return response.build();
  }

  private static Optional<PageToken> next(List<PlanList> lists, int at, PlanPage page) {
    if (page.next().isPresent()) {
      return Optional.of(new PageToken(lists.get(at).key(), page.next().map(JobListing::pageMark)));
    }
    return at + 1 < lists.size()
        ? Optional.of(new PageToken(lists.get(at + 1).key(), Optional.empty()))
        : Optional.empty();
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
        : live(lambda);
  }

  /** Returns the lists of jobs that have not ended. */
  public static List<PlanList> live(LambdaDefinition lambda) {
    return PlanList.live(lambda, PlanKind.JOB);
  }

  private static PageToken start(ListJobsRequest request, String state, List<PlanList> lists) {
    return request.getPageToken().isEmpty()
        ? new PageToken(lists.get(0).key(), Optional.empty())
        : PageToken.decode(request.getPageToken(), request.getLambda(), "jobs/" + state, "");
  }

  private static int place(List<PlanList> lists, String key) {
    for (int i = 0; i < lists.size(); i++) {
      if (lists.get(i).key().equals(key)) {
        return i;
      }
    }
    throw PageToken.invalid();
  }

  private static PageMark pageMark(PlanPage.Mark mark) {
    return new PageMark(mark.at(), new TaskId(mark.id().value()));
  }

  private static PlanPage.Mark planMark(PageMark mark) {
    return new PlanPage.Mark(mark.triggerAt(), new PlanId(mark.taskId().value()));
  }
}
