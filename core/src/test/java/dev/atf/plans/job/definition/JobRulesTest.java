package dev.atf.plans.job.definition;

import static dev.atf.plans.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.plans.job.JobBuilder;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class JobRulesTest {
  @Test
  void everyMistakeIsReportedAtOnce() {
    var job =
        job()
            .step("a", "nobody", "b", "b")
            .step("b")
            .inputs("x")
            .step("b")
            .ultimatum(Duration.ZERO)
            .step("c")
            .over(2)
            .step("d")
            .overResultOf("c")
            .rounds(11);

    assertThatThrownBy(job::build)
        .hasMessageContaining("rounds: 11 (expected: 1 to 10)")
        .hasMessageContaining("steps[2].name: b (expected: another name: steps[1] has this one)")
        .hasMessageContaining("steps[0].after: nobody (expected: the name of a step of this job)")
        .hasMessageContaining("steps[0].after: b (expected: each step once)")
        .hasMessageContaining("steps[1].inputs: x")
        .hasMessageContaining("steps[2].ultimatum: PT0S (expected: 1s to 90 days)")
        .hasMessageContaining("steps[4].forEachResultOf: c (expected: a step without a fan-out)");
  }

  @Test
  void aCycleIsNamed() {
    var job =
        job()
            .step("free")
            .step("a", "free", "c")
            .step("b", "a")
            .step("c")
            .inputs("b")
            .step("z", "c");

    assertThatThrownBy(job::build)
        .hasMessageContaining("a after c after b after a")
        .hasMessageContaining("a cycle");
    assertThatThrownBy(job().step("a", "a")::build).hasMessageContaining("a after a");
  }

  @Test
  void thereAreAThousandStepsAtMost() {
    var job = job();
    for (int i = 0; i <= JobDefinition.STEPS_MAX; i++) {
      job.step("step-" + i);
    }

    assertThatThrownBy(job::build).hasMessageContaining("steps: 1001 (expected: 1 to 1000)");
    assertThatThrownBy(job()::build).hasMessageContaining("steps: 0");
  }

  @Test
  void aThousandStepsAreCheckedLikeOne() {
    assertThat(aThousandWith("step-1").build().steps()).hasSize(JobDefinition.STEPS_MAX);
    assertThatThrownBy(aThousandWith("nobody")::build)
        .hasMessageContaining("steps[999].after: nobody");
  }

  private static JobBuilder aThousandWith(String after) {
    var job = job();
    for (int i = 1; i < JobDefinition.STEPS_MAX; i++) {
      job.step("step-" + i);
    }
    return job.step("last", after);
  }

  @Test
  void namesAreChecked() {
    var named = job().step("a").build().steps();

    assertThatThrownBy(() -> new JobDefinition("-job", named, 1))
        .hasMessageContaining("name: -job (expected: 1-128 of ");
    assertThatThrownBy(job().step("1a")::build)
        .hasMessageContaining("steps[0].name: 1a (expected: 1-64 of a-z 0-9 -");
    assertThatThrownBy(job().step("a").overResultOf("nobody")::build)
        .hasMessageContaining("steps[0].forEachResultOf: nobody (expected: the name of a step");
  }

  @Test
  void anUltimatumIsOneSecondToTheLifetimeOfAJob() {
    for (var allowed : List.of(Duration.ofSeconds(1), JobDefinition.LIFETIME)) {
      assertThat(job().step("a").ultimatum(allowed).build().steps()).hasSize(1);
    }
    for (var refused : List.of(Duration.ofMillis(999), JobDefinition.LIFETIME.plusMillis(1))) {
      assertThatThrownBy(job().step("a").ultimatum(refused)::build)
          .hasMessageContaining("steps[0].ultimatum: ");
    }
  }

  @Test
  void itemsAndNamesOfOtherStepsAreLimitedTogether() {
    assertThat(job().step("a").over(400).step("b").over(600).build().steps()).hasSize(2);
    assertThatThrownBy(job().step("a").over(401).step("b").over(600)::build)
        .hasMessageContaining("items of all steps: 1001 (expected: 0 to 1000)");

    var names = IntStream.range(0, 101).mapToObj(i -> "step-" + i).toArray(String[]::new);
    var job = job();
    Stream.of(names).forEach(job::step);
    for (int i = 0; i < 99; i++) {
      job.step("after-" + i, names);
    }
    assertThat(job.step("last").inputs("step-0").build().steps()).hasSize(201);
    assertThatThrownBy(job.step("one-more", "step-0")::build)
        .hasMessageContaining(
            "names in after and inputs of all steps: 10001 (expected: 0 to 10000)");
  }

  @Test
  void aFailurePolicyHasAHundredRetriesAtMost() {
    assertThat(new FailurePolicy(0, Then.FAIL).retries()).isZero();
    assertThat(new FailurePolicy(100, Then.FAIL).retries()).isEqualTo(100);
    for (int retries : List.of(-1, 101)) {
      assertThatThrownBy(() -> new FailurePolicy(retries, Then.FAIL))
          .hasMessageContaining("retries: " + retries + " (expected: 0 to 100)");
    }
  }

  @Test
  void aJobHasTenRoundsAtMost() {
    assertThat(job().step("a").rounds(10).build().rounds()).isEqualTo(10);
    assertThatThrownBy(job().step("a").rounds(0)::build)
        .hasMessageContaining("rounds: 0 (expected: 1 to 10)");
  }

  @Test
  void aJobBelongsToTheLambdaOfItsFirstStep() {
    var job = job().step("b").step("a").build();

    assertThat(job.lambda()).hasToString("do-b");
    assertThat(job.id()).isEqualTo(JobDefinition.idOf(job.lambda(), "a-job"));
  }
}
