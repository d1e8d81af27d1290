package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobDecision;
import dev.atf.plans.job.JobFacts;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobOperation;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.TaskFact;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobGraphs;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.PlanResult;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.release.PollSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the reads, writes and created tasks of a job's check. {@code JobDecisionTest} tests the
 * decisions.
 */
final class JobSupervisorTest {
  private static final PollSettings POLL =
      new PollSettings(
          Duration.ofSeconds(2),
          Duration.ofSeconds(3),
          100,
          Duration.ofSeconds(5),
          Duration.ofMillis(250));

  private static final LambdaName UNDO = new LambdaName("undo");

  private final ConsumerRig rig = new ConsumerRig();
  private final InMemoryPlans plans = new InMemoryPlans();
  private final ConsumerRig.Consumer consumer;
  private final JobSupervisor supervisor;
  private Plan plan;

  JobSupervisorTest() {
    rig.register(LambdaDefinition.withDefaults(UNDO, rig.now()));
    consumer = rig.consumer("a");
    supervisor =
        new JobSupervisor(
            plans,
            new JobGraphs(plans),
            rig.store,
            rig.store,
            consumer.planTasks(rig.store),
            consumer.directory,
            consumer.leaseExpiry,
            consumer.hints);
    plan = submit(step("only"));
  }

  @Test
  void aTaskOfAStepSaysWhereItComesFrom() {
    check();

    var task = rig.task(task("0-only/1/1"));
    assertThat(task.header().origin())
        .isEqualTo(
            PlanKind.JOB.origin(plan.id(), "0-only/1/1", JobContents.payload(plan.id(), 0, "")));
    assertThat(task.header().lambda()).isEqualTo(ConsumerRig.LAMBDA);
    assertThat(task.header().deadline()).isEqualTo(rig.now().plus(Duration.ofDays(30)));
    assertThat(task.header().keepUntil()).isEqualTo(plan.createdAt().plus(JobDefinition.KEPT));
  }

  @Test
  @Tag("J6")
  void theDeadlineOfATaskIsItsStepsUltimatum() {
    var step = step("quick");
    plan =
        submit(
            new StepDefinition(
                step.name(),
                step.work(),
                List.of(),
                List.of(),
                FanOut.NONE,
                Duration.ofSeconds(20),
                step.onFailure(),
                null));

    check();

    assertThat(rig.task(task("0-quick/1/1")).header().deadline())
        .isEqualTo(rig.now().plusSeconds(20));
  }

  @Test
  void aJobRunsThroughAndRests() {
    plan = submit(step("a"), step("b", "a"));

    check();
    succeed("0-a/1/1", "{}");
    check();
    succeed("1-b/1/1", "{}");
    check();

    assertThat(state().status()).isEqualTo(JobStatus.SUCCEEDED);
    assertThat(plan.alarmAt()).isNull();
    assertThat(plan.expiresAt()).isEqualTo(rig.now().plus(JobSupervisor.RETENTION));
    // Each check that found something makes one put, and the alarm does not change.
    assertThat(plan.version()).isEqualTo(4);
  }

  @Test
  void aLookThatFindsNothingWritesNothing() {
    check();
    var before = plan;

    check();

    assertThat(plan).isEqualTo(before);
  }

  @Test
  @Tag("J4")
  void aTaskThatWasMarkedAndNotCreatedIsCreatedByTheNextCheck() {
    check();
    var before = plan;

    // Another job whose state was written before its writer died.
    var rig2 = new JobSupervisorTest();
    rig2.plans.force(before);
    rig2.plan = before;
    rig2.check();

    assertThat(rig2.rig.store.find(rig2.task("0-only/1/1"))).isPresent();
    assertThat(rig2.plan).isEqualTo(before);
  }

  @Test
  void oneOfTwoUpdatesOfAVersionIsApplied() {
    var seen = plan;
    var first = supervisor.check(seen, rig.now());
    var second = supervisor.check(seen, rig.now());

    // The second writes the same, and cannot distinguish its own write from the first's.
    assertThat(first.plan()).isEqualTo(second.plan());
    assertThat(plans.find(seen.id())).map(Plan::version).contains(2L);

    var late = supervisor.check(seen, rig.now().plusSeconds(1));
    assertThat(late.plan()).isPresent();
  }

  @Test
  @Tag("J5")
  void aSupervisorThatComesLateChangesNothing() {
    var seen = plan;
    check();
    succeed("0-only/1/1", "{}");
    check();

    assertThat(supervisor.check(seen, rig.now()).plan()).isEmpty();
    assertThat(plans.find(plan.id())).contains(plan);
  }

  @Test
  void itemsOfASmallResultAreCountedAndThoseOfALargeOneLookedUp() {
    for (boolean large : new boolean[] {false, true}) {
      plan = submit(step("list"), each("list"));
      check();
      if (large) {
        plans.putPart(JobSteps.count(plan.id(), JobMember.parse("0-list/1/1"), 3, rig.now()));
        end("0-list/1/1", Outcome.successStoredApart("d"));
      } else {
        succeed("0-list/1/1", "[1,2,3]");
      }
      check();

      assertThat(state().inProgress(graph()))
          .extracting(JobMember::toString)
          .containsExactly("1-each/1/1/0", "1-each/1/1/1", "1-each/1/1/2");
    }
  }

  @Test
  void aResultThatIsNoListFailsWhatFansOutOverIt() {
    plan = submit(step("list"), each("list"));
    check();
    succeed("0-list/1/1", "{}");

    check();

    assertThat(state().status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void compensatesStepsThatRan() {
    plan = submit(revertible("a"), revertible("b", "a"));
    check();
    succeed("0-a/1/1", "{}");
    check();
    fail("1-b/1/1");
    check();

    var undoB = rig.task(task("1-b/1/1/undo/1"));
    assertThat(undoB.header().lambda()).isEqualTo(UNDO);
    assertThat(undoB.header().contents()).isEqualTo(JobContents.payload(plan.id(), 1, ""));
    succeed("1-b/1/1/undo/1", "{}");
    check();
    succeed("0-a/1/1/undo/1", "{}");
    check();

    assertThat(state().status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  @Tag("J6")
  void noTaskOutlivesTheContentsOfItsJob() {
    rig.register(
        LambdaDefinition.withDefaults(UNDO, rig.now()).withMaxLifetime(Duration.ofDays(200)));
    consumer.learn();
    plan = submit(revertible("a"));
    check();
    fail("0-a/1/1");
    check();

    assertThat(rig.task(task("0-a/1/1/undo/1")).header().deadline())
        .isEqualTo(plan.createdAt().plus(JobDefinition.KEPT));
  }

  @Test
  void aCancelledJobEndsWhatWaitsAndAsksWhatRunsToStop() {
    plan = submit(step("a"), step("b"));
    check();
    rig.clock.advance(Duration.ofSeconds(1));
    consumer.work();
    rig.claim(task("0-a/1/1"));

    operate(JobOperation.cancel(state(), false));
    check();

    assertThat(rig.task(task("0-a/1/1")).cancelRequested()).isTrue();
    assertThat(rig.task(task("1-b/1/1")).status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(consumer.plansHinted).extracting(PlanHint::plan).containsExactly(plan.id());
    check();
    assertThat(state().status()).isEqualTo(JobStatus.STOPPING);
  }

  @Test
  @Tag("J4")
  void aTaskThatIsNotWantedAnyMoreIsFencedBeforeSomebodyMakesIt() {
    var row = JobCodec.read(plan);
    var marked =
        JobDecision.decide(graph(), row.state(), new NoFacts(), plan.createdAt(), rig.now());
    put(plan.next(JobCodec.next(plan, row.with(marked.state())), plan.alarmAt()));
    operate(JobOperation.cancel(state(), true));

    check();

    var fence = rig.task(task("0-only/1/1"));
    assertThat(fence.status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(fence.expiresAt()).isEqualTo(plan.createdAt().plus(JobDefinition.KEPT));
    check();
    assertThat(state().status()).isEqualTo(JobStatus.COMPENSATED);
  }

  @Test
  void aHeldJobIsNotLookedAtUntilItsLifetimeEnds() {
    var step = step("a");
    plan =
        submit(
            new StepDefinition(
                "a",
                step.work(),
                List.of(),
                List.of(),
                FanOut.NONE,
                null,
                new FailurePolicy(0, Then.HOLD),
                null));
    check();
    fail("0-a/1/1");
    check();

    assertThat(state().status()).isEqualTo(JobStatus.HELD);
    assertThat(plan.alarmAt()).isEqualTo(plan.createdAt().plus(JobDefinition.LIFETIME));
  }

  @Test
  void aStepWhoseLambdaIsNotKnownWaits() {
    plan = submit(stepOf(new LambdaName("unknown"), "a"));
    check();
    assertThat(rig.store.find(task("0-a/1/1"))).isEmpty();

    rig.register(LambdaDefinition.withDefaults(new LambdaName("unknown"), rig.now()));
    consumer.learn();
    check();

    assertThat(rig.store.find(task("0-a/1/1"))).isPresent();
  }

  // What happens to a job.

  private Plan submit(StepDefinition... steps) {
    var definition = new JobDefinition("job-" + plans.all().size(), List.of(steps), 1);
    var head = JobRow.Head.of(definition, "f1");
    JobSteps.write(definition.id(), definition, rig.now().plus(JobDefinition.KEPT))
        .forEach(plans::putPart);
    var fresh =
        Plan.fresh(
                definition.id(), PlanKind.JOB, definition.lambda(), definition.name(), 1, rig.now())
            .with(JobCodec.first(new JobRow(head, JobState.fresh(definition))), rig.now());
    assertThat(plans.put(fresh)).isInstanceOf(PlanResult.Written.class);
    return fresh;
  }

  private void check() {
    supervisor.check(plan, rig.now());
    plan = plans.find(plan.id()).orElseThrow();
  }

  private void put(Plan next) {
    assertThat(plans.put(next)).isInstanceOf(PlanResult.Written.class);
    plan = next;
  }

  private void operate(JobOperation.Result result) {
    var done = (JobOperation.Result.Done) result;
    put(plan.next(JobCodec.next(plan, JobCodec.read(plan).with(done.state())), rig.now()));
  }

  private void succeed(String member, String json) {
    end(
        member,
        Outcome.success("d", new Payload(json.getBytes(StandardCharsets.UTF_8), Payload.JSON)));
  }

  private void fail(String member) {
    var attempt = attempt(member);
    var lambda = rig.task(attempt.taskId()).header().lambda();
    rig.must(
        Transitions.failFatally(
            attempt,
            lambda,
            1,
            Outcome.failure("d", FrameworkFailure.HANDLER_THREW.because("no")),
            Ending.at(rig.now(), LambdaDefinition.withDefaults(lambda, rig.now())),
            Notes.NONE));
  }

  private void end(String member, Outcome outcome) {
    var attempt = attempt(member);
    var lambda = rig.task(attempt.taskId()).header().lambda();
    rig.must(
        Transitions.succeed(
            attempt,
            lambda,
            outcome,
            Ending.at(rig.now(), LambdaDefinition.withDefaults(lambda, rig.now())),
            Notes.NONE));
  }

  private Attempt attempt(String member) {
    rig.clock.advance(Duration.ofSeconds(3));
    consumer.work();
    return rig.claim(task(member));
  }

  private TaskId task(String member) {
    return plan.id().task(member);
  }

  private JobState state() {
    return JobCodec.read(plan).state();
  }

  private JobGraph graph() {
    return new JobGraphs(plans).of(plan, JobCodec.read(plan));
  }

  // What jobs are made of.

  private static StepDefinition step(String name, String... after) {
    return stepOf(ConsumerRig.LAMBDA, name, after);
  }

  private static StepDefinition stepOf(LambdaName lambda, String name, String... after) {
    return step(lambda, name, FanOut.NONE, Then.FAIL, null, after);
  }

  private static StepDefinition each(String source) {
    return step(ConsumerRig.LAMBDA, "each", new FanOut.ResultOf(source), Then.FAIL, null);
  }

  private static StepDefinition revertible(String name, String... after) {
    return step(
        ConsumerRig.LAMBDA,
        name,
        FanOut.NONE,
        Then.COMPENSATE,
        new Compensation(WorkKind.of(UNDO), false),
        after);
  }

  private static StepDefinition step(
      LambdaName lambda,
      String name,
      FanOut fanOut,
      Then then,
      @Nullable Compensation compensation,
      String... after) {
    return new StepDefinition(
        name,
        WorkKind.of(lambda),
        List.of(after),
        List.of(),
        fanOut,
        null,
        new FailurePolicy(0, then),
        compensation);
  }

  private static final class NoFacts implements JobFacts {
    @Override
    public Optional<TaskFact> task(JobMember member) {
      return Optional.empty();
    }

    @Override
    public OptionalInt items(JobMember member) {
      return OptionalInt.empty();
    }
  }
}
