package dev.atf.frontend.plans.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.MemberRegistry;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.testing.Fault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs as submitters and operators see them, without a supervisor. */
final class JobTest {
  private static final String JOBS = "/v1/lambdas/resize/jobs";
  private static final String JOB =
      """
      {"name":"night-1","steps":[
        {"name":"list","lambda":"resize","json":{"bucket":"b"},"retries":2,"onFailure":"HOLD"},
        {"name":"each","lambda":"upload","forEachResultOf":"list","ultimatum":"30s",
         "compensation":{"lambda":"resize","json":{"undo":true}}},
        {"name":"some","lambda":"upload","forEach":[{"n":1},{"n":2}]},
        {"name":"report","lambda":"resize","inputs":["each"],"after":["some"]}]}
      """;

  private final TestFrontend frontend = new TestFrontend();

  @BeforeEach
  void register() {
    frontend.put("/v1/lambdas/resize", "{}").requireOk();
    frontend.put("/v1/lambdas/upload", "{}").requireOk();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  @Tag("J1")
  void aJobIsSubmittedOnce() {
    var first = frontend.post("/v1/jobs", JOB).requireOk().json();
    var second = frontend.post("/v1/jobs", JOB).requireOk().json();

    assertThat(first.get("job").asText()).isEqualTo("night-1");
    assertThat(first.get("lambda").asText()).isEqualTo("resize");
    assertThat(first.get("created").asBoolean()).isTrue();
    assertThat(second.path("created").asBoolean()).isFalse();
    assertThat(frontend.plans.all()).hasSize(1);
  }

  @Test
  @Tag("J1")
  void anotherJobUnderTheSameNameIsRefused() {
    frontend.post("/v1/jobs", JOB).requireOk();

    assertThat(frontend.post("/v1/jobs", JOB.replace("\"b\"", "\"c\"")).reason())
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(frontend.post("/v1/jobs", JOB.replace("30s", "31s")).reason())
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  @Tag("J1")
  void aSubmissionThatWasInterruptedIsCompletedByItsRepetition() {
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    assertThat(frontend.post("/v1/jobs", JOB).reason()).isEqualTo("STORE_UNAVAILABLE");
    assertThat(frontend.plans.all()).isEmpty();

    var again = frontend.post("/v1/jobs", JOB).requireOk().json();

    assertThat(again.get("created").asBoolean()).isTrue();
    assertThat(frontend.plans.all()).hasSize(1);
  }

  @Test
  void interruptedSubmissionSaysHowLongItsNameIsTaken() {
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    assertThat(frontend.post("/v1/jobs", JOB).reason()).isEqualTo("STORE_UNAVAILABLE");

    var other = frontend.post("/v1/jobs", JOB.replace("\"b\"", "\"c\""));

    assertThat(other.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(other.body())
        .contains("the same request again finishes it; another job needs another name until 20");
    frontend.post("/v1/jobs", JOB).requireOk();
  }

  @Test
  @Tag("P6")
  void aLambdaHasSoManyLiveJobs() {
    for (int i = 0; i < TestFrontend.PLANS_MAX; i++) {
      frontend.post("/v1/jobs", JOB.replace("night-1", "n" + i)).requireOk();
    }

    var refused = frontend.post("/v1/jobs", JOB);
    var known = frontend.post("/v1/jobs", JOB.replace("night-1", "n3"));

    assertThat(refused.reason()).isEqualTo("JOBS_TOO_MANY");
    assertThat(refused.body()).contains("has 30 jobs that have not ended");
    assertThat(known.status()).isEqualTo(200);
    assertThat(known.json().path("created").asBoolean()).isFalse();
  }

  @Test
  void aJobWithoutANameGetsOne() {
    var job = JOB.replace("\"name\":\"night-1\",", "");

    var first = frontend.post("/v1/jobs", job).requireOk().json().get("job").asText();
    var second = frontend.post("/v1/jobs", job).requireOk().json().get("job").asText();

    assertThat(first).hasSize(32).isNotEqualTo(second);
  }

  @Test
  void theContentsOfEveryStepAreKept() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var id = JobDefinition.idOf(new LambdaName("resize"), "night-1");

    assertThat(payload(id, 0)).isEqualTo("{\"bucket\":\"b\"}");
    assertThat(text(JobContents.items(id, 2))).isEqualTo("[{\"n\":1},{\"n\":2}]");
    assertThat(text(JobContents.compensation(id, 1))).isEqualTo("{\"undo\":true}");
    assertThat(payload(id, 3)).isEmpty();
  }

  @Test
  void aJobShowsItsStepsAndHowTheyStand() {
    frontend.post("/v1/jobs", JOB).requireOk();

    var job = frontend.get(JOBS + "/night-1").requireOk().json();

    assertThat(job.get("status").asText()).isEqualTo("JOB_RUNNING");
    assertThat(job.get("goal").asText()).isEqualTo("GOAL_SUCCEEDED");
    assertThat(job.get("stepCount").asInt()).isEqualTo(4);
    var list = step(job, "list");
    assertThat(list.get("status").asText()).isEqualTo("STEP_PENDING");
    assertThat(list.get("onFailure").asText()).isEqualTo("HOLD");
    var each = step(job, "each");
    assertThat(each.get("ultimatum").asText()).isEqualTo("30s");
    assertThat(each.get("after").get(0).asText()).isEqualTo("list");
    // By default, a job with a revertible step is reverted.
    assertThat(each.get("onFailure").asText()).isEqualTo("COMPENSATE");
    assertThat(each.get("compensationLambda").asText()).isEqualTo("resize");
    assertThat(step(job, "report").get("after")).hasSize(2);
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    var answer =
        frontend.post(
            "/v1/jobs",
            """
            {"steps":[
              {"name":"a","lambda":"nobody"},
              {"name":"b","lambda":"resize","priority":"urgent","retries":101}]}
            """);

    assertThat(answer.violatedFields()).isEqualTo("steps[0].lambda,steps[1].priority,retries");
    var cycle =
        frontend.post(
            "/v1/jobs",
            """
            {"steps":[
              {"name":"a","lambda":"resize","after":["b"]},
              {"name":"b","lambda":"resize","after":["a"]}]}
            """);
    assertThat(cycle.body()).contains("a after b after a");
    assertThat(frontend.post("/v1/jobs", "{}").violatedFields()).isEqualTo("steps");
  }

  @Test
  void jobsAreListedLiveAndAtRest() {
    frontend.post("/v1/jobs", JOB).requireOk();
    frontend.post("/v1/jobs", JOB.replace("night-1", "night-2")).requireOk();

    var page = frontend.get(JOBS + "?pageSize=1").requireOk().json();
    assertThat(page.get("jobs")).hasSize(1);
    var next = frontend.get(JOBS + "?pageSize=1&pageToken=" + page.get("nextPageToken").asText());
    assertThat(next.requireOk().json().get("jobs")).hasSize(1);
    assertThat(frontend.get(JOBS + "?state=rest").requireOk().json().path("jobs")).isEmpty();
    assertThat(frontend.get(JOBS + "?state=dead").violatedFields()).isEqualTo("state");
  }

  @Test
  void aCancelledJobHasAnotherGoal() {
    frontend.post("/v1/jobs", JOB).requireOk();

    var job = frontend.post(JOBS + "/night-1:cancel", "{\"compensate\":true}").requireOk().json();

    assertThat(job.get("goal").asText()).isEqualTo("GOAL_COMPENSATED");
    assertThat(job.get("status").asText()).isEqualTo("JOB_COMPENSATING");
    assertThat(row().state().settled()).isTrue();
  }

  @Test
  void aHeldJobGoesOnWhenItIsTold() {
    frontend.post("/v1/jobs", JOB).requireOk();

    assertThat(held(frontend.post(JOBS + "/night-1:hold", "{}"))).isTrue();
    assertThat(held(frontend.post(JOBS + "/night-1:hold", "{\"resume\":true}"))).isFalse();
  }

  @Test
  void aStepGetsAnotherInput() {
    frontend.post("/v1/jobs", JOB).requireOk();

    var job =
        frontend
            .post(JOBS + "/night-1:patch", "{\"step\":\"list\",\"json\":{\"bucket\":\"c\"}}")
            .requireOk()
            .json();

    assertThat(step(job, "list").get("patched").asBoolean()).isTrue();
    var patch = row().state().step(0).patch();
    assertThat(text(JobContents.payload(plan().id(), 0, patch))).isEqualTo("{\"bucket\":\"c\"}");
  }

  @Test
  void aPendingStepIsSkippedAndOneThatIsUnknownIsNot() {
    frontend.post("/v1/jobs", JOB).requireOk();

    var job = frontend.post(JOBS + "/night-1:skip", "{\"step\":\"some\"}").requireOk().json();

    assertThat(step(job, "some").get("status").asText()).isEqualTo("STEP_SKIPPED");
    assertThat(frontend.post(JOBS + "/night-1:skip", "{\"step\":\"none\"}").violatedFields())
        .isEqualTo("step");
    assertThat(frontend.post(JOBS + "/night-1:skip", "{\"step\":\"some\"}").reason())
        .isEqualTo("JOB_UNCHANGED");
  }

  @Test
  void nothingWaitsSoThatNothingIsRetried() {
    frontend.post("/v1/jobs", JOB).requireOk();

    assertThat(frontend.post(JOBS + "/night-1:retry", "{}").reason()).isEqualTo("JOB_UNCHANGED");
    assertThat(frontend.post(JOBS + "/none:retry", "{}").reason()).isEqualTo("JOB_NOT_FOUND");
    assertThat(frontend.get(JOBS + "/none").reason()).isEqualTo("JOB_NOT_FOUND");
  }

  @Test
  void aRetryWhoseAnswerWasLostIsNotAppliedTwice() {
    frontend.post("/v1/jobs", JOB).requireOk();
    write(JobStatus.FAILED, 0, List.of(unit(StepStatus.FAILED)));
    // The supervisor retries the step, which fails again.
    frontend.planLine.loseNextAnswer(
        () -> write(JobStatus.FAILED, 0, List.of(unit(StepStatus.FAILED))));

    var unknown = frontend.post(JOBS + "/night-1:retry", "{}");

    assertThat(unknown.reason()).isEqualTo("CHANGED_MEANWHILE");
    assertThat(unknown.body()).contains("unknown whether night-1 was changed by this call");
    assertThat(row().state().status()).isEqualTo(JobStatus.FAILED);
  }

  @Test
  void aRetryWhoseAnswerWasLostHasSucceededUnlessOthersChangedTheJob() {
    frontend.post("/v1/jobs", JOB).requireOk();
    write(JobStatus.FAILED, 0, List.of(unit(StepStatus.FAILED)));
    long version = plan().version();
    frontend.planLine.loseNextAnswer(() -> {});

    frontend.post(JOBS + "/night-1:retry", "{}").requireOk();

    assertThat(plan().version()).isEqualTo(version + 1);
  }

  @Test
  @Tag("P8")
  void refusesARetryWhileALambdaOfTheJobIsDeleted() {
    frontend.post("/v1/jobs", JOB).requireOk();
    write(JobStatus.FAILED, 0, List.of(unit(StepStatus.FAILED)));
    frontend.lambdas.delete(
        frontend.lambdas.find(new LambdaName("upload")).orElseThrow(), frontend.clock.instant());
    frontend.clock.advance(FrontendTuning.DEFAULTS.lambdaCacheAge());
    var before = plan();

    assertThat(frontend.post(JOBS + "/night-1:retry", "{}").reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(plan()).isEqualTo(before);
    frontend.put("/v1/lambdas/upload", "{}").requireOk();
    frontend.post(JOBS + "/night-1:retry", "{}").requireOk();
  }

  @Test
  void aJobThatHasEndedIsNotCancelled() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var plan = plan();
    var state = JobCodec.read(plan).state();
    var ended = new JobState(JobStatus.SUCCEEDED, state.goal(), false, false, 1, -1, state.steps());
    frontend.plans.put(plan.next(JobCodec.next(plan, JobCodec.read(plan).with(ended)), null));

    assertThat(frontend.post(JOBS + "/night-1:cancel", "{}").reason()).isEqualTo("JOB_FINISHED");
    assertThat(frontend.get(JOBS + "?state=rest").requireOk().json().get("jobs")).hasSize(1);
  }

  @Test
  @Tag("P12")
  void aJobThatCannotBeReadIsListedByItsName() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var plan = plan();
    frontend.plans.put(plan.next(new Bytes(new byte[] {82, 99}), plan.alarmAt()));
    frontend.post("/v1/jobs", JOB.replace("night-1", "night-2")).requireOk();

    var jobs = frontend.get(JOBS).requireOk().json().get("jobs");

    assertThat(jobs.findValuesAsText("job")).containsExactlyInAnyOrder("night-1", "night-2");
    assertThat(jobs.findValuesAsText("unreadable")).hasSize(1);
    assertThat(frontend.get(JOBS + "/night-1").reason()).isEqualTo("PLAN_UNREADABLE");
  }

  @Test
  void theTaskOfAStepNamesItsJob() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var task = create(JobMember.parse("0-list/1/1"));

    var shown = frontend.get("/v1/tasks/" + task).requireOk().json();

    assertThat(shown.get("job").get("step").asText()).isEqualTo("list");
    assertThat(shown.get("json").get("bucket").asText()).isEqualTo("b");
  }

  @Test
  void theDeadLetterOfAStepIsRetriedByItsJobAlone() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var task = create(JobMember.parse("0-list/1/1"));
    var pipeline = new Pipeline(frontend);
    pipeline.failFatally(pipeline.run(task.value()), FrameworkFailure.HANDLER_THREW.because("no"));

    var answer =
        frontend.post("/v1/lambdas/resize/tasks:redrive", "{\"taskIds\":[\"" + task + "\"]}");

    assertThat(answer.body()).contains("TASK_OF_JOB");
    var all = frontend.post("/v1/lambdas/resize/tasks:redrive", "{}").requireOk().json();
    assertThat(all.path("redriven").asInt()).isZero();
    assertThat(all.at("/leftAlone/0/count").asInt()).isEqualTo(1);
    assertThat(all.at("/leftAlone/0/message").asText())
        .isEqualTo(
            "it belongs to job night-1 of lambda resize: retry it through its job"
                + " with `./atf job retry resize night-1`");
    assertThat(frontend.association(task.value()).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTaskThatRevertsAStepIsNotCancelled(boolean runs) {
    frontend.post("/v1/jobs", JOB).requireOk();
    var reverting = create(JobMember.parse("0-list/1/1/undo/1"));
    var step = create(JobMember.parse("0-list/1/1"));
    var pipeline = new Pipeline(frontend);
    if (runs) {
      pipeline.run(reverting.value());
    }
    var before = frontend.association(reverting.value());

    var alone = frontend.post("/v1/tasks/" + reverting + ":cancel", "{}");
    var all =
        frontend
            .post("/v1/lambdas/resize/tasks:cancel", "{\"filter\":{\"state\":\"pending\"}}")
            .requireOk()
            .json();

    assertThat(alone.reason()).isEqualTo("JOB_COMPENSATING");
    assertThat(alone.body())
        .contains("reverts step list of job night-1", "`./atf job cancel resize night-1`");
    assertThat(all.path("changed").asInt()).isEqualTo(1);
    assertThat(all.at("/leftAlone/0/reason").asText()).isEqualTo("JOB_COMPENSATING");
    assertThat(frontend.association(reverting.value())).isEqualTo(before);
    assertThat(frontend.association(step.value()).status()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  void aJobIsExplainedByTheTaskItWaitsFor() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var plan = plan();
    var row = JobCodec.read(plan);
    var inProgress =
        row.state().step(0).withUnits(List.of(new UnitState(StepStatus.RUNNING, 1, 0, 0, false)));
    var steps = new ArrayList<>(row.state().steps());
    steps.set(0, inProgress);
    frontend.plans.put(
        plan.next(JobCodec.next(plan, row.with(row.state().withSteps(steps))), plan.alarmAt()));
    var unmade = explained();
    var task = create(JobMember.parse("0-list/1/1"));
    frontend.post("/v1/lambdas/resize:setGate", "{\"state\":\"PAUSED\"}").requireOk();

    var explained = explained();
    frontend.post(JOBS + "/night-1:hold", "{}").requireOk();
    var held = explained();

    assertThat(unmade.at("/reasons/0/code").asText()).isEqualTo("JOB_GOES_ON");
    assertThat(explained.at("/reasons/0/code").asText()).isEqualTo("LAMBDA_PAUSED");
    assertThat(explained.get("summary").asText())
        .contains("Step list (task " + task + ")", "`./atf lambda resume resize`");
    assertThat(held.at("/reasons/0/code").asText()).isEqualTo("JOB_HELD");
    assertThat(held.at("/reasons/0/remedy").asText())
        .isEqualTo("Resume it with `./atf job resume resize night-1`.");
    assertThat(frontend.get(JOBS + "/none:explain").reason()).isEqualTo("JOB_NOT_FOUND");
  }

  @Test
  void heldStepWithoutItemsIsExplainedByItsListAndCanBeSkipped() {
    frontend.post("/v1/jobs", JOB).requireOk();
    write(JobStatus.HELD, 0, List.of(unit(StepStatus.SUCCEEDED)));
    write(JobStatus.HELD, 1, List.of(unit(StepStatus.HELD)));

    var explained = explained();
    var reason = explained.at("/reasons/0");

    assertThat(explained.get("reasons")).hasSize(1);
    assertThat(reason.get("code").asText()).isEqualTo("STEP_WITHOUT_ITEMS");
    assertThat(reason.get("message").asText())
        .contains(
            "step each of job night-1 of lambda resize is held, and has no tasks",
            step(frontend.get(JOBS + "/night-1").json(), "each").get("reason").asText());
    assertThat(reason.get("remedy").asText())
        .contains(
            "`./atf job patch --payload JSON resize night-1 list`",
            "`./atf job retry --from list resize night-1`",
            "`./atf job skip resize night-1 each`");
    frontend.post(JOBS + "/night-1:retry", "{\"fromStep\":\"list\"}").requireOk();
    write(JobStatus.HELD, 0, List.of(unit(StepStatus.SUCCEEDED)));
    write(JobStatus.HELD, 1, List.of(unit(StepStatus.HELD)));
    frontend.post(JOBS + "/night-1:skip", "{\"step\":\"each\"}").requireOk();
  }

  @Test
  void failedStepWithoutItemsIsExplainedInAnEndedJob() {
    frontend.post("/v1/jobs", JOB).requireOk();
    write(JobStatus.FAILED, 0, List.of(unit(StepStatus.SUCCEEDED)));
    write(JobStatus.FAILED, 1, List.of(unit(StepStatus.FAILED)));

    var explained = explained();

    assertThat(explained.get("reasons").findValuesAsText("code"))
        .containsExactly("JOB_ENDED", "STEP_WITHOUT_ITEMS");
    assertThat(explained.toString()).doesNotContain("about to be created");
    frontend.post(JOBS + "/night-1:skip", "{\"step\":\"each\"}").requireOk();
    frontend.post(JOBS + "/night-1:retry", "{}").requireOk();
  }

  @Test
  void runningTasksComeBeforeFailuresWithWhichAJobGoesOn() {
    var items = "{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":4},{\"n\":5},{\"n\":6},{\"n\":7}";
    frontend
        .post(
            "/v1/jobs", JOB.replace("{\"n\":1},{\"n\":2}]", items + "],\"onFailure\":\"CONTINUE\""))
        .requireOk();
    var units = new ArrayList<>(Collections.nCopies(6, unit(StepStatus.FAILED)));
    units.add(unit(StepStatus.RUNNING));
    write(JobStatus.RUNNING, 2, units);
    var running = create(JobMember.parse("2-some/1/1/6"));
    var failed = create(JobMember.parse("2-some/1/1/0"));
    new Pipeline(frontend).giveUp(failed.value());

    var explained = explained();

    assertThat(explained.get("summary").asText()).contains("item 6 (task " + running + ")");
    assertThat(explained.at("/reasons/1/message").asText()).contains("task " + failed);
    assertThat(explained.at("/reasons/1/remedy").asText())
        .contains("The job continues without it", "`./atf job retry --from some resize night-1`")
        .doesNotContain("job explain");
    assertThat(explained.at("/reasons/2/message").asText()).contains("it has failed");
    assertThat(explained.at("/reasons/5/message").asText())
        .isEqualTo("2 more of its tasks have failed, and 0 more have not ended");
  }

  @Test
  @Tag("P12")
  void aJobThatCannotBeReadIsExplainedAndSoAreItsTasks() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var task = create(JobMember.parse("0-list/1/1"));
    var plan = plan();
    frontend.plans.put(plan.next(new Bytes(new byte[] {82, 99}), plan.alarmAt()));

    var job = explained();
    var waiting = frontend.get("/v1/tasks/" + task + ":explain").requireOk().json();
    new Pipeline(frontend).giveUp(task.value());
    var dead = frontend.get("/v1/tasks/" + task + ":explain").requireOk().json();

    assertThat(job.at("/reasons/0/code").asText()).isEqualTo("PLAN_UNREADABLE");
    assertThat(job.get("summary").asText())
        .contains("Job night-1 of lambda resize cannot be read", "`./atf job list resize`");
    assertThat(waiting.toString())
        .contains("STEP_OF_JOB", "job night-1 of lambda resize cannot be read");
    assertThat(dead.at("/reasons/0/code").asText()).isEqualTo("DEAD");
    assertThat(dead.at("/reasons/0/remedy").asText())
        .contains("pgrade the frontends and the store consumers")
        .doesNotContain("dead redrive");
  }

  @Test
  void noJobIsSaidToGoOnWhileNoStoreConsumerReports() {
    frontend.post("/v1/jobs", JOB).requireOk();
    var goesOn = explained();
    frontend.members.leave(MemberRegistry.STORE_CONSUMERS, "consumer-1");

    assertThat(goesOn.at("/reasons/0/code").asText()).isEqualTo("JOB_GOES_ON");
    assertThat(explained().get("reasons").findValuesAsText("code"))
        .containsExactly("STORE_CONSUMERS_SILENT");
  }

  private static UnitState unit(StepStatus status) {
    return new UnitState(status, 1, 0, 0, false);
  }

  /** Writes the state of a step, as the supervisor does. */
  private void write(JobStatus status, int place, List<UnitState> units) {
    var plan = plan();
    var row = JobCodec.read(plan);
    var steps = new ArrayList<>(row.state().steps());
    steps.set(place, steps.get(place).withUnits(units).withExpanded(units.size() > 1));
    var state = row.state().withSteps(steps).withStatus(status);
    frontend.plans.put(plan.next(JobCodec.next(plan, row.with(state)), plan.alarmAt()));
  }

  private JsonNode explained() {
    return frontend.get(JOBS + "/night-1:explain").requireOk().json();
  }

  /** Creates a task as the supervisor does. */
  private TaskId create(JobMember member) {
    var id = plan().id();
    var contents = JobContents.payload(id, member.place(), "");
    var header = frontend.store.findEntity(contents).orElseThrow().header();
    frontend.store.create(
        Association.scheduled(
            new TaskHeader(
                member.taskOf(id),
                header.lambda(),
                header.priority(),
                null,
                0,
                header.createdAt(),
                header.scheduledAt(),
                header.deadline(),
                header.deadline(),
                PlanKind.JOB.origin(id, member.toString(), contents),
                null,
                null,
                null,
                null)));
    return member.taskOf(id);
  }

  private Plan plan() {
    return frontend.plans.all().iterator().next();
  }

  private JobRow row() {
    return JobCodec.read(plan());
  }

  private static boolean held(Answer answer) {
    return answer.requireOk().json().path("heldByOperator").asBoolean();
  }

  private static JsonNode step(JsonNode job, String name) {
    for (var step : job.get("steps")) {
      if (step.get("name").asText().equals(name)) {
        return step;
      }
    }
    throw new AssertionError(name + " is not in " + job);
  }

  private String payload(PlanId id, int place) {
    return text(JobContents.payload(id, place, ""));
  }

  private String text(TaskId id) {
    return new String(
        frontend.store.findEntity(id).orElseThrow().payload().bytes(), StandardCharsets.UTF_8);
  }
}
