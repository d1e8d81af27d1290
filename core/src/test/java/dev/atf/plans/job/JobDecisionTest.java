package dev.atf.plans.job;

import static dev.atf.plans.job.JobBuilder.diamond;
import static dev.atf.plans.job.JobBuilder.diamondWith;
import static dev.atf.plans.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.JobDefinition;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which tasks a check of a job starts, retries and ends. */
final class JobDecisionTest {
  @Test
  void aStepStartsWhenAllBeforeItHaveSucceeded() {
    var scene = JobScene.of(diamond()).check();
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
  void aTaskThatWasMarkedAndNotCreatedIsCreatedByTheNextCheck() {
    var scene = JobScene.of(diamond());
    scene.mark();
    assertThat(scene.open()).isEmpty();
    assertThat(scene.attention).isTrue();

    var before = scene.state;
    scene.check();

    assertThat(scene.open()).containsExactly("a/1/1");
    assertThat(scene.state).isEqualTo(before);
  }

  @Test
  void aLookThatFindsNothingNewChangesAndDoesNothing() {
    var scene = JobScene.of(diamond()).check();
    var before = scene.state;

    assertThat(scene.mark()).isEmpty();
    assertThat(scene.state).isEqualTo(before);
    assertThat(scene.attention).isTrue();
  }

  @Test
  void inputsAndTheSourceOfAFanOutAreWaitedFor() {
    var scene =
        JobScene.of(job().step("a").step("b").step("c").inputs("a").overResultOf("b")).check();
    assertThat(scene.open()).containsExactly("a/1/1", "b/1/1");

    scene.results.put("b", 2);
    scene.succeed("b/1/1");
    assertThat(scene.open()).containsExactly("a/1/1");

    scene.succeed("a/1/1");
    assertThat(scene.open()).containsExactly("c/1/1/0", "c/1/1/1");
  }

  @Test
  @Tag("J2")
  void aJoinWaitsForEveryItem() {
    var scene = JobScene.of(job().step("each").over(3).step("join", "each")).check();
    assertThat(scene.open()).containsExactly("each/1/1/0", "each/1/1/1", "each/1/1/2");

    scene.succeed("each/1/1/2", "each/1/1/0");
    assertThat(scene.open()).containsExactly("each/1/1/1");

    scene.succeed("each/1/1/1");
    assertThat(scene.open()).containsExactly("join/1/1");
  }

  @Test
  void aFanOutOverNothingIsDoneAtOnce() {
    var scene = JobScene.of(job().step("each").over(0).step("join", "each")).check();

    assertThat(scene.open()).containsExactly("join/1/1");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aResultThatIsNoListFailsTheStepThatWantsItsItems() {
    var scene =
        JobScene.of(job().step("list").step("each").overResultOf("list").onFailure(Then.FAIL));
    scene.check().succeed("list/1/1");

    assertThat(scene.step("each")).isEqualTo(StepStatus.FAILED);
    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void moreItemsThanAJobMayHaveFailTheStep() {
    var scene =
        JobScene.of(job().step("list").step("some").over(10).step("each").overResultOf("list"));
    scene.results.put("list", JobDefinition.ITEMS_MAX - 9);
    scene.check().succeed("list/1/1");

    assertThat(scene.step("each")).isEqualTo(StepStatus.FAILED);
  }

  @Test
  void asManyItemsAsAJobMayHaveAreStarted() {
    var scene =
        JobScene.of(job().step("list").step("some").over(10).step("each").overResultOf("list"));
    scene.results.put("list", JobDefinition.ITEMS_MAX - 10);
    scene.check().succeed("list/1/1");

    assertThat(scene.state.step(scene.place("each")).units()).hasSize(JobDefinition.ITEMS_MAX - 10);
    assertThat(scene.step("each")).isEqualTo(StepStatus.RUNNING);
  }

  @Test
  void aSourceThatWasSkippedHasNoItems() {
    var scene =
        JobScene.of(job().step("list").step("each").overResultOf("list").step("join", "each"));
    scene.operate(JobOperation.skip(scene.graph, scene.state, scene.place("list"))).check();

    assertThat(scene.step("each")).isEqualTo(StepStatus.SUCCEEDED);
    assertThat(scene.open()).containsExactly("join/1/1");
  }

  @Test
  void stepsAfterAnUnusableListGoOnIfItsFailureDoesNotCount() {
    var scene =
        JobScene.of(
            job()
                .step("list")
                .step("each")
                .overResultOf("list")
                .onFailure(Then.CONTINUE)
                .step("join", "each"));
    scene.check().succeed("list/1/1");

    assertThat(scene.state.step(scene.place("each")).hasNoItems()).isTrue();
    assertThat(scene.open()).containsExactly("join/1/1");
  }

  @Test
  void theTasksInProgressAndTheResultsOfAStepAreNamed() {
    var scene = JobScene.of(job().step("each").over(3).onFailure(Then.CONTINUE)).check();
    assertThat(scene.state.inProgress(scene.graph))
        .extracting(JobMember::toString)
        .containsExactly("0-each/1/1/0", "0-each/1/1/1", "0-each/1/1/2");
    assertThat(scene.state.results(scene.graph, 0)).isEmpty();

    scene.succeed("each/1/1/2").fail("each/1/1/0");

    assertThat(scene.state.inProgress(scene.graph))
        .extracting(JobMember::toString)
        .containsExactly("0-each/1/1/1");
    assertThat(scene.state.results(scene.graph, 0))
        .extracting(JobMember::toString)
        .containsExactly("0-each/1/1/2");
  }

  @Test
  void aWideFanOutIsStartedInPortions() {
    var scene = JobScene.of(job().step("each").over(250));
    assertThat(scene.mark()).hasSize(JobDecision.STARTS_MAX);
    assertThat(scene.more).isTrue();

    scene.check();

    assertThat(scene.open()).hasSize(250);
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
  }

  @Test
  void aFailedTaskIsReplacedAsOftenAsItsPolicySaysLaterEachTime() {
    var scene = JobScene.of(job().step("a").onFailure(2, Then.FAIL)).check();

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
    var scene = JobScene.of(job().step("each").over(2).onFailure(1, Then.FAIL)).check();

    scene.succeed("each/1/1/0").fail("each/1/1/1");

    assertThat(scene.open()).containsExactly("each/1/2/1");
  }

  @Test
  void afterAFailureThatDoesNotCountTheOthersGoOn() {
    var scene = JobScene.of(diamondWith(Then.CONTINUE)).check();

    scene.succeed("a/1/1").fail("b/1/1");
    scene.succeed("c/1/1");

    assertThat(scene.open()).containsExactly("d/1/1");
    assertThat(scene.finish().state.status()).isEqualTo(JobStatus.SUCCEEDED);
    assertThat(scene.step("b")).isEqualTo(StepStatus.FAILED);
  }

  @Test
  void aFailureThatFailsTheJobStopsWhatRunsAndRevertsNothing() {
    var scene = JobScene.of(diamondWith(Then.FAIL)).check();
    scene.succeed("a/1/1");
    scene.run("c/1/1").fail("b/1/1");

    assertThat(scene.state.status()).isEqualTo(JobStatus.STOPPING);
    assertThat(scene.task(scene.member("c/1/1")).map(TaskFact::cancelRequested)).contains(true);
    scene.end("c/1/1", TaskStatus.SUCCESS);
    scene.check();

    assertThat(scene.state.status()).isEqualTo(JobStatus.FAILED);
    assertThat(scene.step("c")).isEqualTo(StepStatus.SUCCEEDED);
    assertThat(scene.step("d")).isEqualTo(StepStatus.CANCELLED);
    assertThat(scene.state.cause()).isEqualTo(scene.place("b"));
  }

  @Test
  void aTaskThatSomebodyCancelledIsAFailureWithoutAnotherTry() {
    var scene = JobScene.of(job().step("a").onFailure(5, Then.HOLD)).check();

    scene.end("a/1/1", TaskStatus.CANCELLED);

    assertThat(scene.check().step("a")).isEqualTo(StepStatus.HELD);
  }

  @Test
  void aJobEndsWithItsLifetime() {
    var scene = JobScene.of(diamondWith(Then.HOLD)).check();
    scene.succeed("a/1/1").fail("b/1/1");
    scene.succeed("c/1/1");
    assertThat(scene.state.status()).isEqualTo(JobStatus.HELD);

    scene.now = JobScene.CREATED.plus(JobDefinition.LIFETIME);

    assertThat(scene.check().state.status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void anEndedJobStaysAsItIs() {
    var scene = JobScene.of(diamond()).check().finish();
    var before = scene.state;
    scene.now = JobScene.CREATED.plus(JobDefinition.LIFETIME);

    assertThat(scene.check().state).isEqualTo(before);
    assertThat(JobOperation.cancel(scene.state, true))
        .isEqualTo(
            new JobOperation.Result.Refused(JobOperation.Refusal.JOB_FINISHED, "it is SUCCEEDED"));
  }
}
