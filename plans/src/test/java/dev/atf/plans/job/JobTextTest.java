package dev.atf.plans.job;

import static dev.atf.plans.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobDefinitionText;
import dev.atf.plans.job.definition.JsonItems;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class JobTextTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void aThousandPlainStepsAreLessThanAWriteUnitInEveryState() {
    var job = job();
    for (int i = 0; i < JobDefinition.STEPS_MAX; i++) {
      job.step("step-" + i);
    }
    var scene = JobScene.of(job).look();
    var random = new Random(7);
    var members = scene.open();
    members.stream().filter(m -> random.nextInt(2) == 0).forEach(scene::succeed);

    assertThat(JobStateText.write(scene.state)).hasSizeLessThan(800);
  }

  @Test
  void aStepOfADefinitionIsAboutAHundredBytes() {
    var job = job().step("step-0");
    for (int i = 1; i < JobDefinition.STEPS_MAX; i++) {
      job.step("step-" + i, "step-" + (i - 1)).undo();
    }
    var definition = job.build();

    var parts = JobDefinitionText.write(definition.id(), definition, NOW);

    assertThat(parts).hasSize(20);
    assertThat(parts.stream().mapToInt(part -> part.body().length()).sum())
        .isLessThan(100 * JobDefinition.STEPS_MAX);
  }

  @Test
  void aDefinitionIsReadAsItWasWritten() {
    var kind =
        new WorkKind(
            new LambdaName("send-email"), new Priority("high"), new CollectionName("Reset_1.2"));
    var definition =
        job()
            .step("list")
            .ultimatum(Duration.ofMillis(90_500))
            .step("each", "list")
            .overResultOf("list")
            .undo(new Compensation(kind, true))
            .step("some")
            .over(17)
            .onFailure(3, Then.HOLD)
            .step("join", "each", "some")
            .inputs("list", "each")
            .onFailure(Then.COMPENSATE)
            .rounds(4)
            .build();

    var parts = JobDefinitionText.write(definition.id(), definition, NOW);

    assertThat(
            JobDefinitionText.read(
                definition.name(), JobDefinitionText.Head.of(definition, "f1"), parts))
        .isEqualTo(definition);
  }

  @Test
  void aStepIsFoundInOnePart() {
    var job = job();
    for (int i = 0; i < 120; i++) {
      job.step("step-" + i);
    }
    var definition = job.build();

    var parts = JobDefinitionText.write(definition.id(), definition, NOW);

    assertThat(parts).hasSize(3);
    assertThat(parts.get(2).name()).isEqualTo(JobDefinitionText.partOf(119));
    assertThat(JobDefinitionText.steps(parts.get(2)).get(19).name()).isEqualTo("step-119");
  }

  @Test
  void aRowTellsHowLongItsDefinitionIs() {
    var definition = job().step("a").step("b", "a").rounds(3).build();
    var head = JobDefinitionText.Head.of(definition, "f1");
    var plan =
        Plan.fresh(definition.id(), PlanKind.JOB, definition.lambda(), "a-job", 1, NOW)
            .with(JobRow.write(head, JobState.fresh(definition)), NOW);

    assertThat(JobRow.read(plan)).isEqualTo(new JobRow(head, JobState.fresh(definition)));
  }

  @Test
  void rejectsMalformedState() {
    assertThatThrownBy(() -> JobStateText.read("2;RUNNING", 1))
        .isInstanceOf(IllegalArgumentException.class);
    var state = JobStateText.write(JobState.fresh(job().step("a").build()));
    assertThatThrownBy(() -> JobStateText.read(state, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void membersAreReadAsTheyAreWritten() {
    for (var text :
        List.of("0-a/1/1", "17-resize-x/1/2/5", "999-a/10/3/undo/2", "3-a/1/1/999/undo/1")) {
      assertThat(JobMember.parse(text)).hasToString(text);
    }
    assertThat(JobMember.parse("3-a/1/2/4/undo/1").reverted()).hasToString("3-a/1/2/4");
    assertThatThrownBy(() -> JobMember.parse("a/1")).hasMessageContaining("member");
  }

  @Test
  void itemsAreCutOutOfAnArrayAsTheyStandThere() {
    assertThat(items(" [ ] ")).contains(List.of());
    assertThat(items("[1, \"a,]\\\"b\", {\"x\": [1,2]}, [ ] , null]\n"))
        .contains(List.of("1", "\"a,]\\\"b\"", "{\"x\": [1,2]}", "[ ]", "null"));
    for (var text : List.of("", "{}", "[1", "[1,]", "[,1]", "[1] 2", "[\"a", "[}]", "[1}", "3")) {
      assertThat(items(text)).as(text).isEmpty();
    }
  }

  private static Optional<List<String>> items(String json) {
    return JsonItems.of(json.getBytes(StandardCharsets.UTF_8));
  }
}
