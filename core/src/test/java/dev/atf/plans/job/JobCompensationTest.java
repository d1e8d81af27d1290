package dev.atf.plans.job;

import static dev.atf.plans.job.JobBuilder.job;
import static dev.atf.plans.job.JobBuilder.revertible;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Steps of a job that are reverted, their order, and the consequences. */
final class JobCompensationTest {
  @Test
  void compensatesStepsInReverseOrder() {
    var scene = failedAtTheEnd(revertible());
    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATING);

    // Step d has failed, and may have had effects.
    assertThat(scene.open()).containsExactly("d/1/1/undo/1");
    scene.succeed("d/1/1/undo/1");
    assertThat(scene.open()).containsExactly("c/1/1/undo/1");
    scene.succeed("c/1/1/undo/1").succeed("b/1/1/undo/1").succeed("a/1/1/undo/1");

    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATED);
    assertThat(scene.step("a")).isEqualTo(StepStatus.COMPENSATED);
  }

  @Test
  void aFailureWhosePolicyIsFailRevertsNothing() {
    var scene = JobScene.of(revertible()).check();

    scene.succeed("a/1/1").fail("b/1/1");

    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);
    assertThat(scene.open()).isEmpty();
  }

  @Test
  @Tag("J3")
  void doesNotCompensateStepsThatNeverRan() {
    var scene =
        JobScene.of(
                job()
                    .step("a")
                    .undo()
                    .onFailure(Then.COMPENSATE)
                    .step("b")
                    .undo()
                    .step("c", "b")
                    .undo())
            .check();

    // Step b waits in its queue, and step c has not started.
    scene.fail("a/1/1");
    scene.check();

    assertThat(scene.open()).containsExactly("a/1/1/undo/1");
    scene.succeed("a/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATED);
    assertThat(scene.step("b")).isEqualTo(StepStatus.CANCELLED);
    assertThat(scene.step("c")).isEqualTo(StepStatus.CANCELLED);
  }

  @Test
  void aTaskThatWasMarkedAndNotCreatedIsFencedBeforeTheRestIsReverted() {
    var scene =
        JobScene.of(
                job().step("a").undo().onFailure(Then.COMPENSATE).step("b").undo().step("c", "b"))
            .check();
    scene.succeed("b/1/1");
    var second = new JobScene(scene.graph.definition());
    second.mark(); // a and b are marked, neither is created
    second.operate(JobOperation.cancel(second.state, true));

    var actions = second.mark();

    assertThat(actions)
        .containsExactly(
            new JobAction.Fence(second.member("a/1/1")),
            new JobAction.Fence(second.member("b/1/1")));
    actions.forEach(second::act);
    assertThat(second.check().state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  @Tag("J4")
  void fencesACompensationThatWasNotCreatedBeforeItsJobWasCancelled() {
    var scene = JobScene.of(revertible()).check().succeed("a/1/1");
    scene.operate(JobOperation.cancel(scene.state, true)).check();
    var late = scene.mark(); // and the supervisor dies
    scene.operate(JobOperation.cancel(scene.state, false));

    var actions = scene.mark();

    assertThat(late).extracting(JobAction::member).containsExactly(scene.member("a/1/1/undo/1"));
    assertThat(actions).containsExactly(new JobAction.Fence(scene.member("a/1/1/undo/1")));
    actions.forEach(scene::act);
    late.forEach(scene::act);
    assertThat(scene.check().open()).isEmpty();
    assertThat(scene.state.status()).isEqualTo(JobStatus.CANCELLED);
  }

  @Test
  void waitsForARunningCompensationOfACancelledJob() {
    var scene = failedAtTheEnd(revertible());
    scene.run("d/1/1/undo/1").operate(JobOperation.cancel(scene.state, false)).check();
    assertThat(scene.open()).containsExactly("d/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.STOPPING);

    scene.succeed("d/1/1/undo/1");

    assertThat(scene.state.status()).isEqualTo(JobStatus.CANCELLED);
    assertThat(scene.step("d")).isEqualTo(StepStatus.COMPENSATED);
  }

  @Test
  void aRunningStepIsWaitedForAndThenRevertedWhatCameBeforeItLater() {
    var scene =
        JobScene.of(
                job()
                    .step("a")
                    .undo()
                    .step("b", "a")
                    .undo()
                    .step("c", "a")
                    .undo()
                    .onFailure(Then.COMPENSATE))
            .check();
    scene.succeed("a/1/1");
    scene.run("b/1/1").fail("c/1/1");
    scene.succeed("c/1/1/undo/1");
    assertThat(scene.open()).containsExactly("b/1/1");

    scene.end("b/1/1", TaskStatus.SUCCESS);
    scene.check();
    assertThat(scene.open()).containsExactly("b/1/1/undo/1");
    scene.succeed("b/1/1/undo/1");

    assertThat(scene.open()).containsExactly("a/1/1/undo/1");
  }

  @Test
  void everyItemThatRanIsReverted() {
    var scene =
        JobScene.of(
                job().step("each").over(3).undo().step("join", "each").onFailure(Then.COMPENSATE))
            .check();
    scene.succeed("each/1/1/0", "each/1/1/1", "each/1/1/2").fail("join/1/1");

    assertThat(scene.open())
        .containsExactly("each/1/1/0/undo/1", "each/1/1/1/undo/1", "each/1/1/2/undo/1");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void aCompensationThatFailsHoldsTheJobUntilItIsRetried() {
    var scene = failedAtTheEnd(revertible());
    scene.fail("d/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    assertThat(scene.attention).isFalse();
    assertThat(scene.open()).isEmpty();

    scene.operate(JobOperation.retry(scene.graph, scene.state)).check();

    assertThat(scene.open()).containsExactly("d/1/1/undo/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void aCompensationThatFailsCanBeSkipped() {
    var scene = failedAtTheEnd(revertible());
    scene.fail("d/1/1/undo/1");

    scene.operate(JobOperation.skip(scene.graph, scene.state, scene.place("d"))).check();

    assertThat(scene.open()).containsExactly("c/1/1/undo/1");
  }

  @Test
  void afterEverythingIsRevertedTheGoalIsTriedAgainAsOftenAsTheJobSays() {
    var scene = failedAtTheEnd(revertible().rounds(2));
    scene.succeed("d/1/1/undo/1").succeed("c/1/1/undo/1").succeed("b/1/1/undo/1");

    scene.succeed("a/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.RUNNING);
    assertThat(scene.state.round()).isEqualTo(2);
    assertThat(scene.open()).containsExactly("a/2/1");
    scene.succeed("a/2/1").succeed("b/2/1").succeed("c/2/1").fail("d/2/1");

    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void itemsThatAreNoMoreAmongThoseOfAnotherResultAreStillReverted() {
    var scene =
        JobScene.of(
            job()
                .step("list")
                .step("each")
                .overResultOf("list")
                .undo()
                .step("join", "each")
                .onFailure(Then.COMPENSATE));
    scene.results.put("list", 3);
    scene.check().succeed("list/1/1").succeed("each/1/1/0", "each/1/1/1", "each/1/1/2");
    scene.succeed("join/1/1");

    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("list"))).check();
    scene.results.put("list", 1);
    scene.succeed("list/1/2");
    assertThat(scene.open()).containsExactly("each/1/2/0");
    scene.succeed("each/1/2/0").fail("join/1/2");

    assertThat(scene.open())
        .containsExactlyInAnyOrder("each/1/2/0/undo/1", "each/1/1/1/undo/1", "each/1/1/2/undo/1");
  }

  @Test
  void aPausedJobBeginsNoRoundUntilItIsResumed() {
    var scene = failedAtTheEnd(revertible().rounds(2));
    scene.succeed("d/1/1/undo/1").succeed("c/1/1/undo/1").succeed("b/1/1/undo/1");
    scene.operate(JobOperation.pause(scene.state, true)).succeed("a/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    assertThat(scene.attention).isFalse();

    scene.operate(JobOperation.pause(scene.state, false)).check();

    assertThat(scene.open()).containsExactly("a/2/1");
  }

  @Test
  void aJobThatIsPausedWhileItIsRevertedIsHeld() {
    var scene = failedAtTheEnd(revertible());
    scene.operate(JobOperation.pause(scene.state, true)).check();
    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATING);

    scene.succeed("d/1/1/undo/1");

    assertThat(scene.open()).isEmpty();
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
  }

  @Test
  void aPauseDoesNotKeepAJobFromItsEndWhenNoRoundIsToCome() {
    var lastRound = failedAtTheEnd(revertible());
    lastRound.succeed("d/1/1/undo/1").succeed("c/1/1/undo/1").succeed("b/1/1/undo/1");
    lastRound.operate(JobOperation.pause(lastRound.state, true)).succeed("a/1/1/undo/1");
    var cancelled = JobScene.of(revertible().rounds(3)).check().succeed("a/1/1");
    cancelled.operate(JobOperation.cancel(cancelled.state, true)).check().check();
    cancelled.operate(JobOperation.pause(cancelled.state, true)).succeed("a/1/1/undo/1");

    assertThat(lastRound.state.status()).isEqualTo(JobStatus.COMPENSATED);
    assertThat(cancelled.state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void aJobThatWasPausedAtItsEndIsResumedByARetry() {
    var scene = failedAtTheEnd(revertible());
    scene.succeed("d/1/1/undo/1").succeed("c/1/1/undo/1").succeed("b/1/1/undo/1");
    scene.operate(JobOperation.pause(scene.state, true)).succeed("a/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATED);

    scene.operate(JobOperation.retry(scene.graph, scene.state)).check();

    assertThat(scene.open()).containsExactly("a/2/1");
  }

  @Test
  void whatAnOperatorSkippedStaysSkippedInTheNextRound() {
    var scene = JobScene.of(revertible().rounds(2));
    scene.operate(JobOperation.skip(scene.graph, scene.state, scene.place("b"))).check();
    scene.succeed("a/1/1").succeed("c/1/1").fail("d/1/1");

    scene.succeed("d/1/1/undo/1").succeed("c/1/1/undo/1").succeed("a/1/1/undo/1");
    scene.succeed("a/2/1");

    assertThat(scene.state.round()).isEqualTo(2);
    assertThat(scene.open()).containsExactly("c/2/1");
  }

  @Test
  void aListThatWasEmptyIsCountedAgainInTheNextRound() {
    var scene =
        JobScene.of(
            job()
                .step("list")
                .step("each")
                .overResultOf("list")
                .step("join", "each")
                .onFailure(Then.COMPENSATE));
    scene.results.put("list", 0);
    scene.check().succeed("list/1/1").fail("join/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATED);

    scene.operate(JobOperation.retry(scene.graph, scene.state)).check();
    scene.results.put("list", 2);
    scene.succeed("list/2/1");

    assertThat(scene.open()).containsExactly("each/2/1/0", "each/2/1/1");
  }

  @Test
  void anEndedJobIsRetriedUpToTheLastRound() {
    var scene = failedAtTheEnd(revertible()).finish();
    var last = scene.state.withRound(JobOperation.ROUNDS_MAX);

    assertThat(JobOperation.retry(scene.graph, last.withRound(98)))
        .isInstanceOf(JobOperation.Result.Done.class);
    assertThat(JobOperation.retry(scene.graph, last))
        .isEqualTo(
            new JobOperation.Result.Refused(
                JobOperation.Refusal.NOTHING_TO_DO, "it was tried 99 times"));
  }

  /** Returns a job in which all steps but the last have succeeded. */
  private static JobScene failedAtTheEnd(JobBuilder job) {
    return JobScene.of(job)
        .check()
        .succeed("a/1/1")
        .succeed("b/1/1")
        .succeed("c/1/1")
        .fail("d/1/1");
  }
}
