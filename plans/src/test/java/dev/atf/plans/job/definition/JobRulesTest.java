package dev.atf.plans.job.definition;

import static dev.atf.plans.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class JobRulesTest {
  @Test
  void everythingThatIsWrongIsToldAtOnce() {
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
        .hasMessageContaining("steps[2].name: b (expected: a name that steps[1] does not have")
        .hasMessageContaining("steps[0].after: nobody (expected: the name of a step of this job)")
        .hasMessageContaining("steps[0].after: b (expected: each step once)")
        .hasMessageContaining("steps[1].inputs: x")
        .hasMessageContaining("steps[2].ultimatum: PT0S (expected: 1s to 90 days)")
        .hasMessageContaining("steps[4].forEachResultOf: c (expected: a step that is one task)");
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
  void aJobBelongsToTheLambdaOfItsFirstStep() {
    var job = job().step("b").step("a").build();

    assertThat(job.lambda()).hasToString("do-b");
    assertThat(job.id()).isEqualTo(JobDefinition.idOf(job.lambda(), "a-job"));
  }
}
