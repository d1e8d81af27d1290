package dev.atf.store.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.plans.job.Goal;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.StepState;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.StoredValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class JobCodecTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("resize");

  @Test
  void aThousandPlainStepsAreLessThanAWriteUnitInEveryState() {
    var random = new Random(7);
    var steps = new ArrayList<StepState>();
    for (int i = 0; i < JobDefinition.STEPS_MAX; i++) {
      boolean done = random.nextInt(2) == 0;
      var unit = new UnitState(done ? StepStatus.SUCCEEDED : StepStatus.RUNNING, 1, 0, 0, done);
      steps.add(new StepState(true, "", List.of(unit)));
    }

    assertThat(bytes(state(JobStatus.RUNNING, Goal.SUCCEEDED, steps)).length()).isLessThan(600);
  }

  @Test
  void aStepOfADefinitionIsLessThanAHundredBytes() {
    var steps = new ArrayList<StepDefinition>();
    for (int i = 0; i < JobDefinition.STEPS_MAX; i++) {
      steps.add(
          new StepDefinition(
              "step-" + i,
              WorkKind.of(LAMBDA),
              i == 0 ? List.of() : List.of("step-" + (i - 1)),
              List.of(),
              FanOut.NONE,
              null,
              new FailurePolicy(0, Then.FAIL),
              i == 0 ? null : new Compensation(WorkKind.of(LAMBDA), false)));
    }
    var definition = new JobDefinition("a-job", steps, 1);

    var parts = JobSteps.write(definition.id(), definition, NOW);

    assertThat(parts).hasSize(20);
    assertThat(parts.stream().mapToInt(part -> part.body().length()).sum())
        .isLessThan(100 * JobDefinition.STEPS_MAX);
  }

  @Test
  void roundTripsDefinitions() {
    var definition = StoredValues.definition();

    var parts = JobSteps.write(definition.id(), definition, NOW);

    assertThat(JobSteps.read(definition.name(), JobRow.Head.of(definition, "f1"), parts))
        .isEqualTo(definition);
    assertThatThrownBy(() -> JobSteps.read("a-job", new JobRow.Head(3, 1, "f1"), parts))
        .hasMessageContaining("a job of 3 steps has 60");
  }

  @Test
  void aStepIsFoundInOnePart() {
    var definition = StoredValues.definition();

    var parts = JobSteps.write(definition.id(), definition, NOW);

    assertThat(parts).hasSize(2).hasSize(JobSteps.partCount(JobRow.Head.of(definition, "f1")));
    assertThat(parts.get(1).name()).isEqualTo(JobSteps.partOf(59));
    assertThat(JobSteps.read(parts.get(1)).get(9).name()).isEqualTo("step-59");
  }

  @Test
  void roundTripsItemCounts() {
    for (int count : new int[] {0, 1, 1_000}) {
      var member = JobMember.parse("1-each/1/2");
      var part = JobSteps.count(StoredValues.jobPlan().id(), member, count, NOW);

      assertThat(part.name()).isEqualTo("count/1-each/1/2");
      assertThat(JobSteps.count(part)).isEqualTo(count);
    }
  }

  @Test
  void aRowTellsHowLongItsDefinitionIs() {
    var definition = StoredValues.definition();
    var row = new JobRow(JobRow.Head.of(definition, "f1"), JobState.fresh(definition));

    assertThat(JobCodec.read(plan(JobCodec.first(row)))).isEqualTo(row);
  }

  @Test
  void roundTripsStatesOfAnyKind() {
    var random = new Random(11);
    for (int round = 0; round < 500; round++) {
      var steps = new ArrayList<StepState>();
      int count = 1 + random.nextInt(20);
      for (int place = 0; place < count; place++) {
        steps.add(step(random));
      }
      var state =
          new JobState(
              one(random, JobStatus.values()),
              one(random, Goal.values()),
              random.nextBoolean(),
              random.nextBoolean(),
              1 + random.nextInt(10),
              random.nextInt(count + 1) - 1,
              steps);
      var row = new JobRow(new JobRow.Head(count, 1 + random.nextInt(9), "f"), state);

      assertThat(JobCodec.read(plan(JobCodec.first(row)))).isEqualTo(row);
    }
  }

  private static StepState step(Random random) {
    var units = new ArrayList<UnitState>();
    int count = random.nextInt(3) == 0 ? random.nextInt(5) : 1;
    for (int i = 0; i < count; i++) {
      units.add(
          new UnitState(
              one(random, StepStatus.values()),
              random.nextInt(3),
              random.nextInt(3),
              random.nextInt(3),
              random.nextBoolean()));
    }
    return new StepState(
        random.nextInt(4) > 0, random.nextInt(4) == 0 ? "patch-" + random.nextInt() : "", units);
  }

  private static <T> T one(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  @Test
  void refusesWhatIsNoState() {
    assertThatThrownBy(() -> JobCodec.read(plan(new Bytes(new byte[] {82, 99}))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(StoredValues.jobPlan().id().value());
    var three = state(JobStatus.RUNNING, Goal.SUCCEEDED, List.of(plain(), plain(), plain()));
    var row = new JobRow(new JobRow.Head(1, 1, "f1"), three);
    assertThatThrownBy(() -> JobCodec.read(plan(JobCodec.first(row))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another count of steps");
  }

  private static StepState plain() {
    return new StepState(true, "", List.of(UnitState.PENDING));
  }

  private static JobState state(JobStatus status, Goal goal, List<StepState> steps) {
    return new JobState(status, goal, false, false, 1, -1, steps);
  }

  private static Bytes bytes(JobState state) {
    return JobCodec.first(
        new JobRow(new JobRow.Head(state.steps().size(), 1, "0123456789abcdef"), state));
  }

  private static Plan plan(Bytes state) {
    return Plan.fresh(StoredValues.jobPlan().id(), PlanKind.JOB, LAMBDA, "a-job", 1, NOW)
        .with(state, NOW);
  }
}
