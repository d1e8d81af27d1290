package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.JobSpec;
import dev.atf.client.StepSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.StepContext;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.OnFailure;
import dev.atf.protocol.v1.SetGateRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs through all services, as their submitters and handlers see them. */
final class JobClientTest {
  private final List<String> done = new ArrayList<>();
  private boolean broken;
  private int listBytes;

  @RegisterExtension final AtfExtension atf = AtfExtension.serving(this::handlers);

  private WorkerBuilder handlers(WorkerBuilder worker) {
    return worker
        .handle("list", JsonNode.class, this::list)
        .handle("square", JsonNode.class, this::square)
        .handle("sum", JsonNode.class, this::sum)
        .handle("resize", Integer.class, this::resize)
        .handle("count", JsonNode.class, this::count)
        .handle("undo", JsonNode.class, this::undo);
  }

  private Outcome list(JsonNode payload, TaskContext context) {
    done.add("list");
    if (listBytes > 0) {
      return Outcome.success(List.of("x".repeat(listBytes), "y", "z"));
    }
    return Outcome.success(List.of(1, 2, 3));
  }

  private Outcome square(JsonNode payload, TaskContext context) {
    var step = step(context);
    var item = step.item(JsonNode.class).orElseThrow();
    done.add("square " + (item.isTextual() ? item.asText().length() : item.asInt()));
    int value = item.asInt();
    return Outcome.success(value * value);
  }

  private Outcome resize(Integer image, TaskContext context) {
    done.add("resize " + image);
    return Outcome.success();
  }

  private Outcome count(JsonNode payload, TaskContext context) {
    return broken ? Outcome.fatal("BROKEN", "no") : Outcome.success(7);
  }

  private Outcome sum(JsonNode payload, TaskContext context) {
    var step = step(context);
    int sum = step.inputs("square", Integer.class).stream().mapToInt(i -> i).sum();
    done.add("sum " + sum);
    return broken ? Outcome.fatal("BROKEN", "no") : Outcome.success(sum);
  }

  private Outcome undo(JsonNode payload, TaskContext context) {
    var step = step(context);
    assertThat(step.compensates()).isTrue();
    var result = step.input(step.step(), JsonNode.class);
    done.add("undo " + step.step() + result.map(json -> " " + json).orElse(""));
    return Outcome.success();
  }

  private static StepContext step(TaskContext context) {
    return context.job().orElseThrow();
  }

  private static final StepSpec LIST = StepSpec.of("list", "list", Map.of());
  private static final StepSpec SQUARE =
      StepSpec.of("square", "square", Map.of()).forEachResultOf("list");
  private static final StepSpec SUM = StepSpec.of("sum", "sum", Map.of()).inputs("square");
  private static final JobSpec SQUARES = job(LIST, SQUARE, SUM);
  private static final JobSpec REVERTIBLE =
      job(LIST.compensation("undo"), SQUARE.compensation("undo"), SUM);

  private static JobSpec job(StepSpec... steps) {
    return JobSpec.of(steps).name("squares");
  }

  @Test
  void allOfAJobIsDueTasks() {
    submit(SQUARES);

    assertThat(atf.runDueTasks()).isEqualTo(5);

    var job = atf.client().jobs().get("list", "squares");
    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
  }

  @Test
  @Tag("J7")
  void resultsAndItemsReachTheHandlers() {
    submit(SQUARES);

    var job = finish();

    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(done)
        .containsExactlyInAnyOrder("list", "square 1", "square 2", "square 3", "sum 14");
    assertThat(done.get(done.size() - 1)).isEqualTo("sum 14");
    var sum = atf.client().get(job.getSteps(2).getUnit().getTaskId());
    assertThat(sum.resultAs(Integer.class)).isEqualTo(14);
  }

  @Test
  void aListThatIsGivenWithTheJobIsFannedOutOver() {
    submit(job(LIST, StepSpec.of("square", "square", Map.of()).forEach(List.of(4, 5))));

    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(done).containsExactlyInAnyOrder("list", "square 4", "square 5");
  }

  @Test
  void itemIsThePayloadOfAStepWithoutOneAndOfItsCompensation() {
    broken = true;
    submit(
        job(
            LIST,
            StepSpec.of("resize", "resize").forEachResultOf("list").compensation("resize"),
            StepSpec.of("count", "count").after("resize")));

    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_COMPENSATED);

    assertThat(done).contains("resize 1", "resize 2", "resize 3");
    assertThat(done).filteredOn("resize 2"::equals).hasSize(2);
  }

  @Test
  void resultThatIsNoListFailsTheStepWithAReason() {
    submit(
        job(
            LIST,
            StepSpec.of("count", "count"),
            StepSpec.of("each", "resize").forEachResultOf("count")));

    var job = finish();

    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_FAILED);
    assertThat(job.getCause()).isEqualTo("each");
    assertThat(job.getSteps(2).getReason())
        .isEqualTo(
            "the result of count is not a list of at most 1,000 items, including those of other"
                + " steps");
    assertThat(job.getSteps(0).getReason()).isEmpty();
  }

  @Test
  @Tag("J7")
  void aLargeListIsFannedOutOver() {
    listBytes = 100_000;
    submit(job(LIST, SQUARE));

    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(done).containsExactlyInAnyOrder("list", "square 100000", "square 1", "square 1");
  }

  @Test
  @Tag("J3")
  void compensatesStepsWithTheirResults() {
    broken = true;
    submit(REVERTIBLE);

    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_COMPENSATED);

    assertThat(done.subList(5, 8))
        .containsExactlyInAnyOrder("undo square 1", "undo square 4", "undo square 9");
    assertThat(done.get(8)).isEqualTo("undo list [1,2,3]");
  }

  @Test
  void aHeldStepGoesOnWhenItIsRetried() {
    broken = true;
    submit(job(LIST, SQUARE, SUM.onFailure(OnFailure.HOLD)));
    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_HELD);
    var explained = atf.client().jobs().explain("list", "squares");
    assertThat(explained.getStatus()).isEqualTo(JobStatus.JOB_HELD);
    assertThat(explained.getReasonsList()).isNotEmpty();

    broken = false;
    var unused = atf.client().jobs().retry("list", "squares");

    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
  }

  @Test
  @Tag("J7")
  void inputsThatAreTooLargeEndTheTask() {
    listBytes = 300_000;
    submit(
        job(
            LIST,
            StepSpec.of("more", "list", Map.of()),
            StepSpec.of("sum", "sum", Map.of()).inputs("list", "more")));

    var job = finish();

    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_FAILED);
    var sum = atf.client().get(job.getSteps(2).getUnit().getTaskId());
    assertThat(sum.task().getFailure().getCode()).isEqualTo("INPUT_TOO_LARGE");
  }

  @Test
  void aCancelledJobIsReverted() {
    var gate = SetGateRequest.newBuilder().setLambda("sum").setState(Gate.State.PAUSED).build();
    atf.client().lambdaControl().setGate(gate);
    submit(REVERTIBLE);
    atf.runDueTasks();
    assertThat(done).hasSize(4);
    var unused = atf.client().jobs().cancel("list", "squares", true);

    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_COMPENSATED);
    assertThat(done).doesNotContain("sum 14");
  }

  @Test
  void jobsAreListedByWhetherTheyHaveEnded() {
    submit(SQUARES);
    submit(job(LIST).name("other"));

    assertThat(atf.client().jobs().live("list"))
        .extracting(Job::getJob)
        .contains("squares", "other");
    assertThat(atf.client().jobs().ended("list")).isEmpty();
    atf.runDueTasks();
    assertThat(finish().getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    assertThat(atf.client().jobs().ended("list")).extracting(Job::getJob).contains("squares");
  }

  private void submit(JobSpec job) {
    assertThat(atf.client().jobs().submit(job).created()).isTrue();
  }

  /** Runs until the job has ended, or waits for an operator. */
  private Job finish() {
    for (int i = 0; i < 100; i++) {
      atf.runDueTasks();
      var job = atf.client().jobs().get("list", "squares");
      switch (job.getStatus()) {
        case JOB_SUCCEEDED, JOB_FAILED, JOB_COMPENSATED, JOB_CANCELLED, JOB_HELD -> {
          return job;
        }
        default -> atf.clock().advance(Duration.ofSeconds(1));
      }
    }
    throw new AssertionError("it does not end: " + atf.client().jobs().get("list", "squares"));
  }
}
