package dev.atf.store.dynamodb.call;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Join;
import dev.atf.plans.job.JobDecision;
import dev.atf.plans.job.JobFacts;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobRow.Head;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.job.TaskFact;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.PlanResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cost of jobs over their tasks, as DynamoDB itself counts it: the budget of ADR 0034. */
final class JobUnitsTest {
  private static final LocalDynamoDb.Parts PARTS = LocalDynamoDb.shared().freshTables().parts();
  private static final LambdaName LAMBDA = new LambdaName("generate-thumbnails-of-videos");

  private double counted = writeUnits();

  @Test
  @Tag("J8")
  void aStepCostsAtMostTwoWriteUnitsOverAPlainTask() {
    // The most expensive case: each check finds one ended step.
    var definition = chain("nightly-2026-03-01", 100);
    var plan = submit(definition);
    double submitted = cost();
    assertThat(submitted).as("parts, row and index entry").isLessThanOrEqualTo(100 * 0.2);

    var graph = JobGraph.of(definition);
    int looks = 0;
    while (plan.alarmAt() != null) {
      plan = check(graph, plan);
      looks++;
    }

    assertThat(looks).isEqualTo(101);
    // The end takes the row out of its list: 2.
    assertThat(cost()).isLessThanOrEqualTo(looks + 3.0);
    assertThat((looks + 3 + submitted) / 100).isLessThanOrEqualTo(2);
  }

  @Test
  @Tag("J8")
  void aRowOfAThousandStepsIsPutForTwoWriteUnitsAtMost() {
    var definition = chain("a-name-that-is-as-long-as-most", JobDefinition.STEPS_MAX);
    var plan = submit(definition);
    cost();

    var graph = JobGraph.of(definition);
    var unused = check(graph, check(graph, plan));

    assertThat(cost() / 2).isLessThanOrEqualTo(2);
  }

  @Test
  void aJoinCostsItsDefinitionAndItsRow() {
    assertThat(joined(3)).as("a part, the row and its index entry").isEqualTo(3);
    assertThat(joined(99)).as("of as many as there can be").isLessThanOrEqualTo(10);
  }

  /**
   * Returns the cost of the puts for a join by the HSC and by settling, without payloads and tasks.
   */
  private double joined(int children) {
    var parent = new TaskRef(new TaskId("a".repeat(32)), children);
    var works = Collections.nCopies(children + 1, WorkKind.of(LAMBDA));
    var definition = JoinJob.definition(parent, 0, works, Then.FAIL);
    cost();
    JobSteps.write(definition.id(), definition, NOW.plus(JobDefinition.KEPT))
        .forEach(PARTS.plans()::putPart);
    put(JobCodec.first(new Join(0, LAMBDA, 4, children + 1, "0123456789abcdef", NOW), parent));
    return cost();
  }

  private static JobDefinition chain(String name, int count) {
    var steps = new ArrayList<StepDefinition>();
    for (int i = 0; i < count; i++) {
      steps.add(
          new StepDefinition(
              "thumbnail-" + i,
              WorkKind.of(LAMBDA),
              i == 0 ? List.of() : List.of("thumbnail-" + (i - 1)),
              List.of(),
              FanOut.NONE,
              Duration.ofMinutes(5),
              new FailurePolicy(2, Then.COMPENSATE),
              null));
    }
    return new JobDefinition(name, steps, 1);
  }

  private static Plan submit(JobDefinition definition) {
    JobSteps.write(definition.id(), definition, NOW.plus(JobDefinition.KEPT))
        .forEach(PARTS.plans()::putPart);
    var head = Head.of(definition, "0123456789abcdef0123456789abcdef");
    var plan =
        Plan.fresh(definition.id(), PlanKind.JOB, LAMBDA, definition.name(), 1, NOW)
            .with(JobCodec.first(new JobRow(head, JobState.fresh(definition))), NOW);
    put(plan);
    return plan;
  }

  /** Checks a job whose tasks in progress have all succeeded. */
  private static Plan check(JobGraph graph, Plan plan) {
    var row = JobCodec.read(plan);
    var verdict = JobDecision.decide(graph, row.state(), new AllDone(row.state(), graph), NOW, NOW);
    var next =
        plan.next(
            JobCodec.next(plan, row.with(verdict.state())),
            verdict.attention() ? plan.alarmAt() : null);
    put(next);
    return next;
  }

  private static void put(Plan plan) {
    assertThat(PARTS.plans().put(plan)).isInstanceOf(PlanResult.Written.class);
  }

  /** Facts about the tasks that were created before this check. */
  private record AllDone(JobState before, JobGraph graph) implements JobFacts {
    @Override
    public Optional<TaskFact> task(JobMember member) {
      return before.inProgress(graph).contains(member)
          ? Optional.of(new TaskFact(TaskStatus.SUCCESS, true, false))
          : Optional.empty();
    }

    @Override
    public OptionalInt items(JobMember member) {
      return OptionalInt.empty();
    }
  }

  /** Returns the cost since the last call. */
  private double cost() {
    double before = counted;
    counted = writeUnits();
    return counted - before;
  }

  private static double writeUnits() {
    return units("table") + units("index");
  }

  private static double units(String part) {
    MeterRegistry meters = PARTS.meters();
    return meters.find("atf.dynamodb.units").tags("kind", "write", "part", part).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }
}
