package dev.atf.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.lambda.Canary;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LogPolicy;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.route.Route;
import dev.atf.model.route.RouteRule;
import dev.atf.model.route.RuleCondition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Cron;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.StoredPeriodic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Data in the files of {@link EarlierDataTest}: how it was written, and how it is used. */
final class EarlierData {
  /** Far in the future, because DynamoDB Local deletes items whose time to live has passed. */
  private static final Instant NOW = Instant.parse("2126-03-01T12:00:00.123Z");

  private static final Duration MONTH = Duration.ofDays(30);

  private static final LambdaName RESIZE = new LambdaName("resize");
  private static final LambdaDefinition RESIZES = lambda(RESIZE, "makes thumbnails");
  private static final LambdaDefinition UPLOADS = lambda(new LambdaName("upload"), "uploads");
  private static final DeletedLambda DELETED =
      new DeletedLambda(lambda(new LambdaName("render-2"), "former"), NOW);

  private static final CollectionName MARKETING = new CollectionName("Marketing.2026_a-b");
  private static final Gate PAUSED =
      new Gate(RESIZE, null, GateState.PAUSED, NOW.plusNanos(5), "a bad release", "ana", NOW);
  private static final Gate DROPPING =
      new Gate(RESIZE, MARKETING, GateState.DROPPING, null, "", "bob", NOW);

  private static final Route ROUTE =
      new Route(
          new LambdaName("render"),
          List.of(
              new RouteRule(
                  "long",
                  RuleCondition.parse("labels.kind = \"é\\\"\" and json.pages > 1.5"),
                  UPLOADS.name(),
                  new Priority("low"),
                  MARKETING)),
          RESIZE,
          7,
          NOW);

  private static final Subscription SUBSCRIPTION =
      new Subscription(
          "failures",
          "resize*",
          MARKETING,
          Set.of(TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED),
          new NoticeTarget(UPLOADS.name(), new Priority("low"), id(90)),
          NOW.plusNanos(1));

  private static final TaskHeader WAITING = header(1);
  private static final TaskHeader RUNNING = header(2);
  private static final TaskHeader DEAD = header(3);
  private static final TaskHeader DONE = header(4);
  private static final Notes NOTES = new Notes(json("5"), new Payload(new byte[] {0, 1}, "x/y"));
  private static final Instant LEASE_UNTIL = NOW.plusSeconds(90);
  private static final Ending ENDING =
      new Ending(NOW.plusSeconds(5), NOW.plus(MONTH), LambdaDefinition.History.ALL);

  private static final StoredPeriodic PERIODIC =
      new StoredPeriodic(
          new PeriodicTask(
              RESIZE,
              new PeriodicName("Nightly.report"),
              new Priority("low"),
              MARKETING,
              new Schedule(
                  Cron.of("*/5 8-18 * * 1-5", "Europe/Berlin"), NOW, null, Duration.ofSeconds(7)),
              Overlap.QUEUE_ONE,
              CatchUp.all(17),
              id(91),
              Duration.ofHours(5),
              3),
          PeriodicState.from(NOW));

  private static final JobDefinition STEPS =
      new JobDefinition(
          "nightly",
          List.of(step("list", List.of(), FanOut.NONE), step("each", List.of("list"), resultOf())),
          2);
  private static final JobRow JOB =
      new JobRow(JobRow.Head.of(STEPS, "0123456789abcdef"), JobState.fresh(STEPS));

  private EarlierData() {}

  static void write(Stores stores) {
    assertThat(stores.lambdas().put(RESIZES, Optional.empty())).isTrue();
    assertThat(stores.lambdas().put(UPLOADS, Optional.empty())).isTrue();
    assertThat(stores.lambdas().put(DELETED.lambda(), Optional.empty())).isTrue();
    assertThat(stores.lambdas().delete(DELETED.lambda(), DELETED.at())).isTrue();
    stores.gates().put(PAUSED);
    stores.gates().put(DROPPING);
    assertThat(stores.routes().put(ROUTE, Optional.empty())).isTrue();
    assertThat(stores.subscriptions().put(SUBSCRIPTION, Optional.empty())).isTrue();
    written(stores, PERIODIC.first(fresh(PlanKind.PERIODIC, "Nightly.report"), NOW));
    var job = fresh(PlanKind.JOB, STEPS.name());
    JobSteps.write(job.id(), STEPS, NOW.plus(MONTH)).forEach(stores.plans()::putPart);
    written(stores, job.with(JobCodec.first(JOB), NOW));
    for (var task : List.of(WAITING, RUNNING, DEAD, DONE)) {
      assertThat(stores.entities().putIfAbsent(entity(task))).isEmpty();
      assertThat(stores.associations().create(Association.scheduled(task))).isTrue();
    }
    for (var task : List.of(RUNNING, DEAD, DONE)) {
      apply(stores, Transitions.release(task.taskId(), 0, NOW, NOW, NOW.plusSeconds(30)));
      var owner = new ExecutorId("host-1:4711:abcdef");
      apply(
          stores,
          Transitions.claim(attempt(task), RESIZE, owner, NOW, LEASE_UNTIL.minusSeconds(9)));
    }
    stores.permits().take(Scope.of(RESIZE), attempt(RUNNING), 7, NOW);
    apply(stores, Transitions.heartbeat(attempt(RUNNING), RESIZE, LEASE_UNTIL, NOTES, 3, true));
    var failure = Outcome.failure("d1", new Failure("E1", "no such image", "trace", false));
    apply(stores, Transitions.failFatally(attempt(DEAD), RESIZE, 1, failure, ENDING, Notes.NONE));
    stores.entities().putResult(DONE.taskId(), 1, json("[1]"), NOW.plus(MONTH));
    var success = Outcome.successStoredApart("d2");
    apply(stores, Transitions.succeed(attempt(DONE), RESIZE, success, ENDING, Notes.NONE));
  }

  static void isRead(Stores stores) {
    assertThat(stores.lambdas().find(RESIZE)).contains(RESIZES);
    assertThat(stores.lambdas().find(DELETED.lambda().name())).isEmpty();
    assertThat(stores.lambdas().list()).containsExactly(RESIZES, UPLOADS);
    assertThat(stores.lambdas().deleted()).containsExactly(DELETED);
    assertThat(stores.gates().read().of(RESIZE)).containsExactly(PAUSED, DROPPING);
    assertThat(stores.routes().list()).containsExactly(ROUTE);
    assertThat(stores.subscriptions().read().all()).containsExactly(SUBSCRIPTION);

    var periodic = plan(stores, PlanKind.PERIODIC, "Nightly.report");
    assertThat(StoredPeriodic.of(periodic)).isEqualTo(PERIODIC);
    assertThat(periodic.alarmAt()).isEqualTo(NOW);
    var job = plan(stores, PlanKind.JOB, STEPS.name());
    assertThat(JobCodec.read(job)).isEqualTo(JOB);
    var steps = stores.plans().parts(job.id(), "", 100);
    assertThat(JobSteps.read(job, JOB.head(), steps)).isEqualTo(STEPS);

    assertThat(stores.entities().findEntity(WAITING.taskId())).contains(entity(WAITING));
    assertThat(stores.entities().findResult(DONE.taskId(), 1)).contains(json("[1]"));
    assertThat(stores.index().count(WAITING.list(Alarm.DUE), 10)).isEqualTo(1);
    assertThat(stores.permits().held(Scope.of(RESIZE)))
        .containsExactly(RunningPermits.Permit.first(attempt(RUNNING), NOW));
    assertThat(task(stores, WAITING)).isEqualTo(Association.scheduled(WAITING));
    var running = task(stores, RUNNING);
    assertThat(running.header()).isEqualTo(RUNNING);
    assertThat(running.status()).isEqualTo(TaskStatus.PROCESSING);
    assertThat(Objects.requireNonNull(running.lease()).until()).isEqualTo(LEASE_UNTIL);
    assertThat(running.notes()).isEqualTo(NOTES);
    assertThat(task(stores, DEAD).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(task(stores, DONE).status()).isEqualTo(TaskStatus.SUCCESS);
  }

  static void goesOn(Stores stores) {
    var now = NOW.plusSeconds(10);
    apply(stores, Transitions.release(WAITING.taskId(), 0, NOW, now, now.plusSeconds(30)));
    var success = Outcome.success("d3", json("{}"));
    apply(stores, Transitions.succeed(attempt(RUNNING), RESIZE, success, ENDING, Notes.NONE));
    stores.permits().release(Scope.of(RESIZE), attempt(RUNNING).claimId());
    apply(stores, ClientTransitions.redrive(DEAD.taskId(), 1, now, now.plus(MONTH)));
    assertThat(task(stores, WAITING).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(task(stores, RUNNING).status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(task(stores, DEAD).status().finished()).isFalse();
    assertThat(stores.permits().held(Scope.of(RESIZE))).isEmpty();

    var periodic = plan(stores, PlanKind.PERIODIC, "Nightly.report");
    written(stores, PERIODIC.next(periodic, now));

    var closed = RESIZES.withClosedAt(now);
    var again = DELETED.lambda().withUpdatedAt(now);
    assertThat(stores.lambdas().put(closed, Optional.of(UPLOADS))).isFalse();
    assertThat(stores.lambdas().put(closed, Optional.of(RESIZES))).isTrue();
    assertThat(stores.lambdas().delete(UPLOADS, now)).isTrue();
    assertThat(stores.lambdas().put(again, Optional.empty())).isTrue();
    assertThat(stores.lambdas().list()).containsExactly(again, closed);
    assertThat(stores.lambdas().deleted()).containsExactly(new DeletedLambda(UPLOADS, now));
    assertThat(stores.gates().delete(DROPPING)).isTrue();
    stores.gates().read().of(RESIZE).forEach(stores.gates()::delete);
    assertThat(stores.gates().read().of(RESIZE)).isEmpty();
    assertThat(stores.routes().put(ROUTE.after(7, now), Optional.of(ROUTE))).isTrue();
    assertThat(stores.routes().delete(ROUTE)).isFalse();
    assertThat(stores.subscriptions().delete(SUBSCRIPTION)).isTrue();
    assertThat(stores.subscriptions().read().all()).isEmpty();
  }

  private static TaskId id(int number) {
    return new TaskId("%032x".formatted(0x5eed_0000L + number));
  }

  private static TaskHeader header(int number) {
    return new TaskHeader(
        id(number),
        RESIZE,
        new Priority("a"),
        MARKETING,
        3,
        NOW.minusSeconds(60),
        NOW,
        NOW.plus(MONTH),
        null);
  }

  private static TaskEntity entity(TaskHeader task) {
    var labels = Map.of("owner", "ana", "note", "é\n\"");
    return new TaskEntity(task, json("{}"), labels, "0f0f0f0f", NOW.plus(MONTH));
  }

  private static Attempt attempt(TaskHeader task) {
    return new Attempt(new TaskRef(task.taskId(), 1), new ClaimId("c1".repeat(16)));
  }

  private static Payload json(String text) {
    return new Payload(text.getBytes(StandardCharsets.UTF_8), Payload.JSON);
  }

  private static Plan fresh(PlanKind kind, String name) {
    return Plan.fresh(PlanId.of(kind, RESIZE, name), kind, RESIZE, name, 4, NOW);
  }

  private static Plan plan(Stores stores, PlanKind kind, String name) {
    return stores.plans().find(fresh(kind, name).id()).orElseThrow();
  }

  private static StepDefinition step(String name, List<String> inputs, FanOut fanOut) {
    var policy = new FailurePolicy(3, FailurePolicy.Then.HOLD);
    return new StepDefinition(
        name, WorkKind.of(RESIZE), List.of(), inputs, fanOut, null, policy, null);
  }

  private static FanOut resultOf() {
    return new FanOut.ResultOf("list");
  }

  private static void written(Stores stores, Plan plan) {
    assertThat(stores.plans().put(plan)).isInstanceOf(PlanResult.Written.class);
  }

  private static void apply(Stores stores, Transition transition) {
    assertThat(stores.transitions().apply(transition)).isInstanceOf(TransitionResult.Applied.class);
  }

  private static Association task(Stores stores, TaskHeader header) {
    return stores.associations().find(header.taskId()).orElseThrow();
  }

  /** Returns a lambda whose settings differed from their defaults when the files were written. */
  private static LambdaDefinition lambda(LambdaName name, String description) {
    return LambdaDefinition.withDefaults(name, Instant.parse("2126-03-01T12:00:00.123456789Z"))
        .with(
            lambda ->
                lambda
                    .owner("team <b>")
                    .description(description)
                    .priorities(List.of(new Priority("b"), new Priority("a")))
                    .defaultPriority(new Priority("a"))
                    .retry(
                        new RetryPolicy(
                            3,
                            Duration.ofMillis(250),
                            Duration.ofHours(1),
                            1.1,
                            new RetryBudget(0.25, 0.5)))
                    .leaseTimeout(Duration.ofMillis(45_001))
                    .shards(16)
                    .scheduleRate(0.1)
                    .dispatchRate(1e-200)
                    .maxRunning(7)
                    .payloadBytesMax(12_345)
                    .retention(Duration.ofDays(3))
                    .maxLifetime(Duration.ofDays(40))
                    .history(LambdaDefinition.History.ALL)
                    .dispatch(LambdaDefinition.Dispatch.POLLED)
                    .closedAt(Instant.parse("2126-03-02T12:00:00.987654321Z"))
                    .onFatal(FatalPolicy.HOLD)
                    .needs(List.of(new Capability("mem-64g"), new Capability("gpu")))
                    .canary(
                        new Canary(Duration.ofSeconds(30), Duration.ofMillis(10_500), json("7")))
                    .indexedLabels(List.of("order", "customer id"))
                    .logs(new LogPolicy(LambdaDefinition.History.ALL, 2048))
                    .fairness(new Fairness(Map.of("a=b", 3, "c", 1_000), 0.5, 7)));
  }
}
