package dev.atf.plans.job;

import static dev.atf.plans.job.StepStatus.CANCELLED;
import static dev.atf.plans.job.StepStatus.COMPENSATED;
import static dev.atf.plans.job.StepStatus.COMPENSATING;
import static dev.atf.plans.job.StepStatus.COMPENSATION_FAILED;
import static dev.atf.plans.job.StepStatus.FAILED;
import static dev.atf.plans.job.StepStatus.HELD;
import static dev.atf.plans.job.StepStatus.PENDING;
import static dev.atf.plans.job.StepStatus.RUNNING;
import static dev.atf.plans.job.StepStatus.SKIPPED;
import static dev.atf.plans.job.StepStatus.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.WorkKind;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Questions about the state of a step, its tasks and its contents. */
final class StepStateTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void theStatusOfAStepIsTheMostImportantOfItsItems() {
    assertThat(step().status()).isEqualTo(SUCCEEDED);
    assertThat(step(SKIPPED, SKIPPED).status()).isEqualTo(SKIPPED);
    assertThat(step(PENDING, PENDING).status()).isEqualTo(PENDING);
    assertThat(step(SKIPPED, SUCCEEDED).status()).isEqualTo(SUCCEEDED);
    assertThat(step(SUCCEEDED, PENDING).status()).isEqualTo(RUNNING);
    assertThat(step(SUCCEEDED, FAILED).status()).isEqualTo(FAILED);
    assertThat(step(COMPENSATED, CANCELLED).status()).isEqualTo(CANCELLED);
    assertThat(step(RUNNING, COMPENSATING).status()).isEqualTo(COMPENSATING);
    assertThat(step(RUNNING, HELD).status()).isEqualTo(HELD);
    assertThat(step(HELD, COMPENSATION_FAILED).status()).isEqualTo(COMPENSATION_FAILED);
  }

  @Test
  void unitsAreCountedByStatus() {
    var step = step(SUCCEEDED, FAILED, SUCCEEDED);

    assertThat(step.count(SUCCEEDED)).isEqualTo(2);
    assertThat(step.count(FAILED)).isEqualTo(1);
    assertThat(step.count(HELD)).isZero();
  }

  @Test
  void aStepWaitsForAnOperatorIfOneOfItsItemsDoes() {
    for (var status : StepStatus.values()) {
      boolean waits = status == HELD || status == COMPENSATION_FAILED;
      assertThat(step(SUCCEEDED, status).held()).as("%s", status).isEqualTo(waits);
    }
    assertThat(step().held()).isFalse();
  }

  @Test
  void aFailedStepHasNoItemsIfTheyWereNotCounted() {
    for (var status : StepStatus.values()) {
      boolean failed = status == FAILED || status == HELD;
      assertThat(step(status).withExpanded(false).hasNoItems()).isEqualTo(failed);
      assertThat(step(status).hasNoItems()).isFalse();
    }
  }

  @Test
  void aTaskHasRunOnceItWasClaimed() {
    var task =
        Association.scheduled(
            new TaskHeader(
                TaskId.ofText("t"),
                new LambdaName("a"),
                new Priority("p"),
                null,
                0,
                NOW,
                NOW,
                NOW,
                null));

    assertThat(TaskFact.of(task)).isEqualTo(new TaskFact(TaskStatus.NEW, false, false));
    assertThat(TaskFact.of(task.withAttempt(1)).ran()).isTrue();
    assertThat(TaskFact.of(task.withStartedAt(NOW)).ran()).isTrue();
    assertThat(TaskFact.of(task.withCancelRequested(true)).cancelRequested()).isTrue();
  }

  @Test
  void everyUseOfAPayloadHasAnIdOfItsOwn() {
    var own = new Compensation(WorkKind.of(new LambdaName("undo")), true);
    var job = JobBuilder.job().step("a").undo(own).step("b").undo().step("c").build();
    var id = job.id();
    var patched = StepState.PLAIN.withPatch("01ab");
    for (int place : new int[] {0, 1, 2}) {
      var step = job.steps().get(place);
      var work = new JobMember(place, step.name(), 1, 1, null, 0);
      var undo = work.reverting(1);

      assertThat(JobContents.of(id, step, StepState.PLAIN, work))
          .isEqualTo(id.task("contents/" + place));
      assertThat(JobContents.of(id, step, patched, work))
          .isEqualTo(id.task("contents/" + place + "/01ab"));
      assertThat(JobContents.of(id, step, StepState.PLAIN, undo))
          .isEqualTo(id.task("contents/" + place + (place == 0 ? "/undo" : "")));
      assertThat(JobContents.countOf(work)).isEqualTo("count/" + work);
    }
  }

  @Test
  void aFingerprintIsOfTheBytesAndOfTheirMediaType() {
    var fingerprints =
        Stream.of(
                new Payload(new byte[] {1}, "a"),
                new Payload(new byte[] {2}, "a"),
                new Payload(new byte[] {1}, "b"),
                new Payload(new byte[] {}, "a\u0001"),
                new Payload(new byte[] {0, 1}, "a"))
            .map(JobEntities::fingerprint);

    assertThat(fingerprints).doesNotHaveDuplicates().allMatch(text -> text.length() == 64);
  }

  @Test
  void theLastStepOfAJoinGetsTheResultsOfTheChildren() {
    var parent = new TaskRef(TaskId.ofText("parent"), 7);
    var works = Stream.of("a", "b", "post").map(LambdaName::new).map(WorkKind::of).toList();

    var job = JoinJob.definition(parent, 2, works, Then.CONTINUE);

    assertThat(job.name()).isEqualTo("children-of." + parent.taskId() + ".7.2");
    assertThat(job.steps()).hasSize(3);
    for (int child : new int[] {0, 1}) {
      var step = job.steps().get(child);
      assertThat(step.name()).isEqualTo("child-" + child);
      assertThat(step.work()).isEqualTo(works.get(child));
      assertThat(step.inputs()).isEmpty();
      assertThat(step.onFailure().then()).isEqualTo(Then.CONTINUE);
    }
    var last = job.steps().get(2);
    assertThat(last.name()).isEqualTo(JoinJob.LAST);
    assertThat(last.work()).isEqualTo(works.get(2));
    assertThat(last.inputs()).containsExactly("child-0", "child-1");
    assertThat(last.onFailure().then()).isEqualTo(Then.FAIL);
  }

  private static StepState step(StepStatus... items) {
    var units = Stream.of(items).map(UnitState.PENDING::to).toList();
    return new StepState(true, "", units);
  }
}
