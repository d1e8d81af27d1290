package dev.atf.model.job;

import static dev.atf.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.model.job.FailurePolicy.Then;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JobDecisionTest {
  private static JobBuilder diamond() {
    return job().step("a").step("b", "a").step("c", "a").step("d", "b", "c");
  }

  /** b and c after a, each of them revertible, d last; any failure reverts. */
  private static JobBuilder revertible() {
    return job()
        .step("a")
        .undo()
        .step("b", "a")
        .undo()
        .step("c", "b")
        .undo()
        .step("d", "c")
        .undo()
        .onFailure(Then.COMPENSATE);
  }

  @Test
  void aStepStartsWhenAllBeforeItHaveSucceeded() {
    var scene = JobScene.of(diamond()).look();
    assertThat(scene.open()).containsExactly("a/1/1");

    scene.succeed("a/1/1");
    assertThat(scene.open()).containsExactly("b/1/1", "c/1/1");

    scene.succeed("b/1/1");
    assertThat(scene.open()).containsExactly("c/1/1");

    scene.succeed("c/1/1");
    assertThat(scene.open()).containsExactly("d/1/1");

    scene.succeed("d/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.SUCCEEDED);
    assertThat(scene.attention).isFalse();
  }

  @Test
  void aTaskThatWasMarkedAndNeverMadeIsMadeByTheNextLook() {
    var scene = JobScene.of(diamond());
    scene.mark();
    assertThat(scene.open()).isEmpty();
    assertThat(scene.attention).isTrue();

    var before = scene.state;
    scene.look();

    assertThat(scene.open()).containsExactly("a/1/1");
    assertThat(scene.state).isEqualTo(before);
  }

  @Test
  void aLookThatFindsNothingNewChangesAndDoesNothing() {
    var scene = JobScene.of(diamond()).look();
    var before = scene.state;

    assertThat(scene.mark()).isEmpty();
    assertThat(scene.state).isEqualTo(before);
    assertThat(scene.attention).isTrue();
  }

  @Test
  void inputsAndTheSourceOfAFanOutAreWaitedFor() {
    var scene =
        JobScene.of(job().step("a").step("b").step("c").inputs("a").overResultOf("b")).look();
    assertThat(scene.open()).containsExactly("a/1/1", "b/1/1");

    scene.results.put("b", 2);
    scene.succeed("b/1/1");
    assertThat(scene.open()).containsExactly("a/1/1");

    scene.succeed("a/1/1");
    assertThat(scene.open()).containsExactly("c/1/1/0", "c/1/1/1");
  }

  @Test
  void aJoinWaitsForEveryItem() {
    var scene = JobScene.of(job().step("each").over(3).step("join", "each")).look();
    assertThat(scene.open()).containsExactly("each/1/1/0", "each/1/1/1", "each/1/1/2");

    scene.succeed("each/1/1/2", "each/1/1/0");
    assertThat(scene.open()).containsExactly("each/1/1/1");

    scene.succeed("each/1/1/1");
    assertThat(scene.open()).containsExactly("join/1/1");
  }

  @Test
  void aFanOutOverNothingIsDoneAtOnce() {
    var scene = JobScene.of(job().step("each").over(0).step("join", "each")).look();

    assertThat(scene.open()).containsExactly("join/1/1");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aResultThatIsNoListFailsTheStepThatWantsItsItems() {
    var scene =
        JobScene.of(job().step("list").step("each").overResultOf("list").onFailure(Then.FAIL));
    scene.look().succeed("list/1/1");

    assertThat(scene.step("each")).isEqualTo(StepStatus.FAILED);
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void moreItemsThanAJobMayHaveFailTheStep() {
    var scene =
        JobScene.of(job().step("list").step("some").over(10).step("each").overResultOf("list"));
    scene.results.put("list", JobDefinition.ITEMS_MAX - 9);
    scene.look().succeed("list/1/1");

    assertThat(scene.step("each")).isEqualTo(StepStatus.FAILED);
  }

  @Test
  void aWideFanOutIsStartedInPortions() {
    var scene = JobScene.of(job().step("each").over(250));
    assertThat(scene.mark()).hasSize(JobDecision.STARTS_MAX);
    assertThat(scene.more).isTrue();

    scene.look();

    assertThat(scene.open()).hasSize(250);
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aFailedTaskIsReplacedAsOftenAsItsPolicySaysLaterEachTime() {
    var scene = JobScene.of(job().step("a").onFailure(2, Then.FAIL)).look();

    scene.end("a/1/1", TaskStatus.FATAL_FAILURE);
    var second = scene.mark();
    assertThat(second)
        .containsExactly(new JobAction.Create(scene.member("a/1/2"), Duration.ofSeconds(1)));
    second.forEach(scene::act);
    scene.end("a/1/2", TaskStatus.FATAL_FAILURE);
    var third = scene.mark();
    assertThat(third)
        .containsExactly(new JobAction.Create(scene.member("a/1/3"), Duration.ofSeconds(2)));
    third.forEach(scene::act);

    scene.fail("a/1/3");
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void onlyTheItemThatFailedIsTriedAgain() {
    var scene = JobScene.of(job().step("each").over(2).onFailure(1, Then.FAIL)).look();

    scene.succeed("each/1/1/0").fail("each/1/1/1");

    assertThat(scene.open()).containsExactly("each/1/2/1");
  }

  @Test
  void afterAFailureThatDoesNotCountTheOthersGoOn() {
    var scene = JobScene.of(diamondWith(Then.CONTINUE)).look();

    scene.succeed("a/1/1").fail("b/1/1");
    scene.succeed("c/1/1");

    assertThat(scene.open()).containsExactly("d/1/1");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
    assertThat(scene.step("b")).isEqualTo(StepStatus.FAILED);
  }

  private static JobBuilder diamondWith(Then then) {
    return job().step("a").step("b", "a").onFailure(then).step("c", "a").step("d", "b", "c");
  }

  @Test
  void aFailureThatFailsTheJobStopsWhatRunsAndRevertsNothing() {
    var scene = JobScene.of(diamondWith(Then.FAIL)).look();
    scene.succeed("a/1/1");
    scene.run("c/1/1").fail("b/1/1");

    assertThat(scene.state.status()).isEqualTo(JobStatus.STOPPING);
    assertThat(scene.task(scene.member("c/1/1")).map(TaskFact::cancelRequested)).contains(true);
    scene.end("c/1/1", TaskStatus.SUCCESS);
    scene.look();

    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);
    assertThat(scene.step("c")).isEqualTo(StepStatus.SUCCEEDED);
    assertThat(scene.step("d")).isEqualTo(StepStatus.CANCELLED);
    assertThat(scene.state.cause()).isEqualTo(scene.place("b"));
  }

  @Test
  void whatRanIsRevertedInReverseOrder() {
    var scene = JobScene.of(revertible()).look();
    scene.succeed("a/1/1").succeed("b/1/1").succeed("c/1/1").fail("d/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATING);

    // d has failed, and may have done something.
    assertThat(scene.open()).containsExactly("d/1/1/undo/1");
    scene.succeed("d/1/1/undo/1");
    assertThat(scene.open()).containsExactly("c/1/1/undo/1");
    scene.succeed("c/1/1/undo/1").succeed("b/1/1/undo/1").succeed("a/1/1/undo/1");

    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATED);
    assertThat(scene.step("a")).isEqualTo(StepStatus.COMPENSATED);
  }

  @Test
  void whatNeverRanIsNotReverted() {
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
            .look();

    // b waits in its queue; c's turn has not come.
    scene.fail("a/1/1");
    scene.look();

    assertThat(scene.open()).containsExactly("a/1/1/undo/1");
    scene.succeed("a/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.COMPENSATED);
    assertThat(scene.step("b")).isEqualTo(StepStatus.CANCELLED);
  }

  @Test
  void aTaskThatWasMarkedAndNeverMadeIsFencedBeforeTheRestIsReverted() {
    var scene =
        JobScene.of(
                job().step("a").undo().onFailure(Then.COMPENSATE).step("b").undo().step("c", "b"))
            .look();
    scene.succeed("b/1/1");
    var second = new JobScene(scene.graph.definition());
    second.mark(); // a and b are marked, neither is made
    second.operate(JobOperation.cancel(second.state, true));

    var actions = second.mark();

    assertThat(actions)
        .containsExactly(
            new JobAction.Fence(second.member("a/1/1")),
            new JobAction.Fence(second.member("b/1/1")));
    actions.forEach(second::act);
    assertThat(second.look().state.status()).isEqualTo(JobStatus.COMPENSATED);
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
            .look();
    scene.succeed("a/1/1");
    scene.run("b/1/1").fail("c/1/1");
    scene.succeed("c/1/1/undo/1");
    assertThat(scene.open()).containsExactly("b/1/1");

    scene.end("b/1/1", TaskStatus.SUCCESS);
    scene.look();
    assertThat(scene.open()).containsExactly("b/1/1/undo/1");
    scene.succeed("b/1/1/undo/1");

    assertThat(scene.open()).containsExactly("a/1/1/undo/1");
  }

  @Test
  void everyItemThatRanIsReverted() {
    var scene =
        JobScene.of(
                job().step("each").over(3).undo().step("join", "each").onFailure(Then.COMPENSATE))
            .look();
    scene.succeed("each/1/1/0", "each/1/1/1", "each/1/1/2").fail("join/1/1");

    assertThat(scene.open())
        .containsExactly("each/1/1/0/undo/1", "each/1/1/1/undo/1", "each/1/1/2/undo/1");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void aCompensationThatFailsHoldsTheJobUntilItIsRetried() {
    var scene = JobScene.of(revertible()).look();
    scene.succeed("a/1/1").succeed("b/1/1").succeed("c/1/1").fail("d/1/1");
    scene.fail("d/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    assertThat(scene.attention).isFalse();
    assertThat(scene.open()).isEmpty();

    scene.operate(JobOperation.retry(scene.graph, scene.state)).look();

    assertThat(scene.open()).containsExactly("d/1/1/undo/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void aCompensationThatFailsCanBeSkipped() {
    var scene = JobScene.of(revertible()).look();
    scene.succeed("a/1/1").fail("b/1/1"); // b has the policy FAIL: nothing is reverted
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);

    var other = JobScene.of(revertible()).look();
    other.succeed("a/1/1").succeed("b/1/1").succeed("c/1/1").fail("d/1/1");
    other.fail("d/1/1/undo/1");
    other.operate(JobOperation.skip(other.graph, other.state, other.place("d"))).look();

    assertThat(other.open()).containsExactly("c/1/1/undo/1");
  }

  @Test
  void afterEverythingIsRevertedTheGoalIsTriedAgainAsOftenAsTheJobSays() {
    var scene = JobScene.of(revertible().rounds(2)).look();
    scene.succeed("a/1/1").succeed("b/1/1").succeed("c/1/1").fail("d/1/1");
    scene.succeed("d/1/1/undo/1").succeed("c/1/1/undo/1").succeed("b/1/1/undo/1");

    scene.succeed("a/1/1/undo/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.RUNNING);
    assertThat(scene.state.round()).isEqualTo(2);
    assertThat(scene.open()).containsExactly("a/2/1");
    scene.succeed("a/2/1").succeed("b/2/1").succeed("c/2/1").fail("d/2/1");

    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void aHeldStepStopsOnlyWhatDependsOnIt() {
    var scene = JobScene.of(diamondWith(Then.HOLD)).look();
    scene.succeed("a/1/1").fail("b/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.RUNNING);

    scene.succeed("c/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    assertThat(scene.attention).isFalse();

    scene.operate(JobOperation.retry(scene.graph, scene.state)).look();
    assertThat(scene.open()).containsExactly("b/1/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aHeldStepCanBeSkipped() {
    var scene = JobScene.of(diamondWith(Then.HOLD)).look();
    scene.succeed("a/1/1").fail("b/1/1");
    scene.succeed("c/1/1");

    scene.operate(JobOperation.skip(scene.graph, scene.state, scene.place("b"))).look();

    assertThat(scene.open()).containsExactly("d/1/1");
  }

  @Test
  void aStepGetsAnotherInputFromItsNextTryOn() {
    var scene = JobScene.of(diamondWith(Then.HOLD)).look();
    scene.succeed("a/1/1").fail("b/1/1");
    scene.succeed("c/1/1");
    int b = scene.place("b");

    scene.operate(JobOperation.patch(scene.graph, scene.state, b, "0123abcd")).look();
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    scene.operate(JobOperation.retry(scene.graph, scene.state)).look();

    assertThat(scene.state.step(b).patch()).isEqualTo("0123abcd");
    assertThat(scene.open()).containsExactly("b/1/2");
  }

  @Test
  void aFailedJobGoesOnFromWhereItStood() {
    var scene = JobScene.of(diamondWith(Then.FAIL)).look();
    scene.succeed("a/1/1").fail("b/1/1");
    scene.look();
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);

    scene.operate(JobOperation.retry(scene.graph, scene.state)).look();

    assertThat(scene.open()).containsExactly("b/1/2", "c/1/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aJobCanBeDoneAgainFromAStepOn() {
    var scene = JobScene.of(diamond()).look().finish();

    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("b"))).look();

    assertThat(scene.open()).containsExactly("b/1/2");
    scene.succeed("b/1/2");
    assertThat(scene.open()).containsExactly("d/1/2");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
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
    scene.look().succeed("list/1/1").succeed("each/1/1/0", "each/1/1/1", "each/1/1/2");
    scene.succeed("join/1/1");

    scene.operate(JobOperation.retryFrom(scene.graph, scene.state, scene.place("list"))).look();
    scene.results.put("list", 1);
    scene.succeed("list/1/2");
    assertThat(scene.open()).containsExactly("each/1/2/0");
    scene.succeed("each/1/2/0").fail("join/1/2");

    assertThat(scene.open())
        .containsExactlyInAnyOrder("each/1/2/0/undo/1", "each/1/1/1/undo/1", "each/1/1/2/undo/1");
  }

  @Test
  void aStepThatRunsIsNeitherSkippedNorPatchedNorRetried() {
    var scene = JobScene.of(diamond()).look();

    for (var result :
        List.of(
            JobOperation.skip(scene.graph, scene.state, 0),
            JobOperation.patch(scene.graph, scene.state, 0, "x"),
            JobOperation.retryFrom(scene.graph, scene.state, 0))) {
      assertThat(result)
          .isEqualTo(
              new JobOperation.Result.Refused(
                  JobOperation.Refusal.STEP_RUNNING, "step a is under way"));
    }
  }

  @Test
  void aCancelledJobIsStoppedOrReverted() {
    var stopped = JobScene.of(revertible()).look();
    stopped.succeed("a/1/1");
    stopped.run("b/1/1").operate(JobOperation.cancel(stopped.state, false)).look();
    assertThat(stopped.state.status()).isEqualTo(JobStatus.STOPPING);
    stopped.end("b/1/1", TaskStatus.CANCELLED);
    stopped.look();
    assertThat(stopped.state.status()).isEqualTo(JobStatus.CANCELLED);

    var reverted = JobScene.of(revertible().rounds(3)).look();
    reverted.succeed("a/1/1");
    reverted.operate(JobOperation.cancel(reverted.state, true)).look().look();
    assertThat(reverted.open()).containsExactly("a/1/1/undo/1");
    assertThat(reverted.finish().state.status()).isEqualTo(JobStatus.COMPENSATED);
    assertThat(reverted.state.round()).isEqualTo(1);
  }

  @Test
  void aPausedJobStartsNothingAndEndsWhatRuns() {
    var scene = JobScene.of(diamond()).look();
    scene.operate(JobOperation.pause(scene.state, true)).look();
    assertThat(scene.attention).isTrue();

    scene.succeed("a/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);
    assertThat(scene.open()).isEmpty();

    scene.operate(JobOperation.pause(scene.state, false)).look();
    assertThat(scene.open()).containsExactly("b/1/1", "c/1/1");
  }

  @Test
  void aTaskThatSomebodyCancelledIsAFailureWithoutAnotherTry() {
    var scene = JobScene.of(job().step("a").onFailure(5, Then.HOLD)).look();

    scene.end("a/1/1", TaskStatus.CANCELLED);

    assertThat(scene.look().step("a")).isEqualTo(StepStatus.HELD);
  }

  @Test
  void aJobEndsWithItsLifetime() {
    var scene = JobScene.of(diamondWith(Then.HOLD)).look();
    scene.succeed("a/1/1").fail("b/1/1");
    scene.succeed("c/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);

    scene.now = JobScene.CREATED.plus(JobDefinition.LIFETIME);

    assertThat(scene.look().state.status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void anEndedJobStaysAsItIs() {
    var scene = JobScene.of(diamond()).look().finish();
    var before = scene.state;
    scene.now = JobScene.CREATED.plus(JobDefinition.LIFETIME);

    assertThat(scene.look().state).isEqualTo(before);
    assertThat(JobOperation.cancel(scene.state, true))
        .isEqualTo(
            new JobOperation.Result.Refused(JobOperation.Refusal.JOB_FINISHED, "it is SUCCEEDED"));
  }
}
