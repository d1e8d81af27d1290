package dev.atf.plans.job;

import dev.atf.model.TaskRef;
import dev.atf.model.task.Join;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Job of a {@link Join}. Its steps are the children, followed by the last step. */
public final class JoinJob {
  /** Name of the last step. */
  public static final String LAST = "then";

  private static final String CHILD = "child-";

  private JoinJob() {}

  /**
   * Returns the definition of the job.
   *
   * @param parent parent with the epoch of the outcome
   * @param number number among the joins of the attempt, from 0
   * @param works works of the children in their order, and of the last step
   * @param onFailure policy for a failed child
   */
  public static JobDefinition definition(
      TaskRef parent, int number, List<WorkKind> works, Then onFailure) {
    var names = IntStream.range(0, works.size() - 1).mapToObj(child -> CHILD + child).toList();
    var steps = new ArrayList<StepDefinition>();
    for (int child = 0; child < names.size(); child++) {
      steps.add(plain(names.get(child), works.get(child), List.of(), onFailure));
    }
    steps.add(plain(LAST, works.get(names.size()), names, Then.FAIL));
    return new JobDefinition(Join.name(parent, number), steps, 1);
  }

  private static StepDefinition plain(
      String name, WorkKind work, List<String> inputs, Then onFailure) {
    return new StepDefinition(
        name, work, List.of(), inputs, FanOut.NONE, null, new FailurePolicy(0, onFailure), null);
  }

  public static PlanId id(Join join, TaskRef parent) {
    return JobDefinition.idOf(join.lambda(), join.name(parent));
  }

  /** Returns the job's first row without its content. */
  public static Plan fresh(Join join, TaskRef parent) {
    return Plan.fresh(
        id(join, parent),
        PlanKind.JOB,
        join.lambda(),
        join.name(parent),
        join.shards(),
        join.createdAt());
  }

  /** Returns the content of that row. */
  public static JobRow content(Join join) {
    return new JobRow(
        new JobRow.Head(join.steps(), 1, join.fingerprint()), JobState.plain(join.steps()));
  }
}
