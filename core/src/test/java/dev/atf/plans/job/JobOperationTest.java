package dev.atf.plans.job;

import static dev.atf.plans.job.JobBuilder.diamond;
import static dev.atf.plans.job.JobBuilder.diamondWith;
import static dev.atf.plans.job.JobBuilder.job;
import static dev.atf.plans.job.JobBuilder.revertible;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations of an operator on a job, and their effects. */
final class JobOperationTest {
  @Test
  void aHeldStepStopsOnlyWhatDependsOnIt() {
    var scene = JobScene.of(diamondWith(Then.HOLD)).check();
    scene.succeed("a/1/1").fail("b/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.RUNNING);

    scene.succeed("c/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    assertThat(scene.attention).isFalse();

    scene.operate(JobOperation.retry(scene.graph, scene.state)).check();
    assertThat(scene.open()).containsExactly("b/1/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aHeldStepCanBeSkipped() {
    var scene = heldAtB();

    scene.operate(JobOperation.skip(scene.graph, scene.state, scene.place("b"))).check();

    assertThat(scene.open()).containsExactly("d/1/1");
  }

  @Test
  void aStepGetsAnotherInputFromItsNextTryOn() {
    var scene = heldAtB();
    int b = scene.place("b");

    scene.operate(JobOperation.patch(scene.graph, scene.state, b, "0123abcd")).check();
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    scene.operate(JobOperation.retry(scene.graph, scene.state)).check();

    assertThat(scene.state.step(b).patch()).isEqualTo("0123abcd");
    assertThat(scene.open()).containsExactly("b/1/2");
  }

  @Test
  void aFailedJobGoesOnFromWhereItStood() {
    var scene = JobScene.of(diamondWith(Then.FAIL)).check();
    scene.succeed("a/1/1").fail("b/1/1");
    scene.check();
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);

    scene.operate(JobOperation.retry(scene.graph, scene.state)).check();

    assertThat(scene.open()).containsExactly("b/1/2", "c/1/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aJobCanBeDoneAgainFromAStepOn() {
    var scene = JobScene.of(diamond()).check().finish();

    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("b"))).check();

    assertThat(scene.open()).containsExactly("b/1/2");
    scene.succeed("b/1/2");
    assertThat(scene.open()).containsExactly("d/1/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aStepThatRunsIsNeitherSkippedNorPatchedNorRetried() {
    var scene = JobScene.of(diamond()).check();

    for (var result :
        List.of(
            JobOperation.skip(scene.graph, scene.state, 0),
            JobOperation.patch(scene.graph, scene.state, 0, "x"),
            JobOperation.retryFrom(scene.graph, scene.state, 0))) {
      assertThat(result)
          .isEqualTo(
              new JobOperation.Result.Refused(
                  JobOperation.Refusal.STEP_RUNNING, "step a is in progress"));
    }
  }

  @Test
  void aJobThatIsBeingStoppedIsNotDoneAgainFromAStep() {
    var scene = JobScene.of(diamond()).check().succeed("a/1/1");
    scene.run("c/1/1").fail("b/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.STOPPING);
    assertThat(JobOperation.retryFrom(scene.graph, scene.state, scene.place("b")))
        .isEqualTo(
            new JobOperation.Result.Refused(
                JobOperation.Refusal.STEP_RUNNING, "step b is in progress"));

    scene.end("c/1/1", TaskStatus.SUCCESS);
    scene.check();
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);
    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("b"))).check();

    assertThat(scene.open()).containsExactly("b/1/2");
  }

  @Test
  void aJobThatIsBeingStoppedIsRetriedWhenItHasEnded() {
    var cancelled = JobScene.of(diamondWith(Then.HOLD)).check().succeed("a/1/1");
    cancelled.run("c/1/1").fail("b/1/1");
    cancelled.operate(JobOperation.cancel(cancelled.state, false)).check();
    var failed = JobScene.of(job().step("a").onFailure(Then.HOLD).step("b").step("c")).check();
    failed.run("c/1/1").fail("a/1/1").fail("b/1/1");

    for (var scene : List.of(cancelled, failed)) {
      assertThat(scene.state.status()).isEqualTo(JobStatus.STOPPING);
      assertThat(JobOperation.retry(scene.graph, scene.state))
          .isEqualTo(
              new JobOperation.Result.Refused(
                  JobOperation.Refusal.NOTHING_TO_DO,
                  "it is being stopped: retry it when it has ended"));
      scene.end("c/1/1", TaskStatus.CANCELLED);
      scene.check();
      scene.operate(JobOperation.retry(scene.graph, scene.state)).check();
      assertThat(scene.open()).contains("b/1/2", "c/1/2");
    }
  }

  @Test
  void anItemThatIsCountedAgainGetsAnotherTaskThoughItsFirstNeverRan() {
    var scene =
        JobScene.of(job().step("list").step("each").overResultOf("list").step("join", "each"));
    scene.results.put("list", 2);
    scene.check().succeed("list/1/1").succeed("each/1/1/0");
    scene.end("each/1/1/1", TaskStatus.CANCELLED);
    scene.check();
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);

    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("list"))).check();
    scene.results.put("list", 1);
    scene.succeed("list/1/2");
    assertThat(scene.open()).containsExactly("each/1/2/0");
    scene.finish();
    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("list"))).check();
    scene.results.put("list", 2);
    scene.succeed("list/1/3");

    assertThat(scene.open()).containsExactly("each/1/3/0", "each/1/2/1");
  }

  @Test
  void aRunningJobIsDoneAgainFromAStepThatHasEnded() {
    var scene = JobScene.of(diamond()).check().succeed("a/1/1").succeed("b/1/1");

    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("b"))).check();

    assertThat(scene.open()).containsExactly("c/1/1", "b/1/2");
  }

  @Test
  void anotherInputDoesNotReviveAnEndedJob() {
    var ended = JobScene.of(diamond()).check().finish();
    var held = heldAtB();

    ended.operate(JobOperation.patch(ended.graph, ended.state, 0, "0123abcd"));
    held.operate(JobOperation.patch(held.graph, held.state, 0, "0123abcd"));

    assertThat(ended.state.status()).isEqualTo(JobStatus.SUCCEEDED);
    assertThat(held.state.status()).isEqualTo(JobStatus.RUNNING);
  }

  @Test
  void aStepIsTriedAThousandTimesAtMost() {
    var held = heldAtB();
    int b = held.place("b");
    var tooOften =
        new JobOperation.Result.Refused(
            JobOperation.Refusal.NOTHING_TO_DO, "a step of it was tried 1000 times");

    for (int tries : List.of(999, 1_000)) {
      for (var unit :
          List.of(
              new UnitState(StepStatus.HELD, tries, 1, 0, true),
              new UnitState(StepStatus.HELD, 1, 1, tries, true))) {
        var state = held.state.with(b, held.state.step(b).with(0, unit));
        assertThat(JobOperation.retry(held.graph, state).equals(tooOften))
            .isEqualTo(tries == 1_000);
        assertThat(JobOperation.retryFrom(held.graph, state, b).equals(tooOften))
            .isEqualTo(tries == 1_000);
      }
    }
  }

  @Test
  void aCancelledJobIsStoppedOrReverted() {
    var stopped = JobScene.of(revertible()).check();
    stopped.succeed("a/1/1");
    stopped.run("b/1/1").operate(JobOperation.cancel(stopped.state, false)).check();
    assertThat(stopped.state.status()).isEqualTo(JobStatus.STOPPING);
    stopped.end("b/1/1", TaskStatus.CANCELLED);
    stopped.check();
    assertThat(stopped.state.status()).isEqualTo(JobStatus.CANCELLED);

    var reverted = JobScene.of(revertible().rounds(3)).check();
    reverted.succeed("a/1/1");
    reverted.operate(JobOperation.cancel(reverted.state, true)).check().check();
    assertThat(reverted.open()).containsExactly("a/1/1/undo/1");
    assertThat(reverted.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
    assertThat(reverted.state.round()).isEqualTo(1);
  }

  @Test
  void aPausedJobStartsNothingAndEndsWhatRuns() {
    var scene = JobScene.of(diamond()).check();
    scene.operate(JobOperation.pause(scene.state, true)).check();
    assertThat(scene.attention).isTrue();

    scene.succeed("a/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    assertThat(scene.open()).isEmpty();

    scene.operate(JobOperation.pause(scene.state, false)).check();
    assertThat(scene.open()).containsExactly("b/1/1", "c/1/1");
  }

  /** Returns a job held at b, in which all steps that do not wait for b have succeeded. */
  private static JobScene heldAtB() {
    return JobScene.of(diamondWith(Then.HOLD))
        .check()
        .succeed("a/1/1")
        .fail("b/1/1")
        .succeed("c/1/1");
  }
}
