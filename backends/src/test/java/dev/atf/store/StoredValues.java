package dev.atf.store;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
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
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.Join;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.TaskHistory;
import dev.atf.plans.job.Goal;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.StepState;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.order.Member;
import dev.atf.plans.order.OrderRow;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.Place;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Cron;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.periodic.SkippedFires;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.plans.FireNote;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.plans.StoredPeriodic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Values of all kinds that are stored, with every field and with few. */
public final class StoredValues {
  public static final Instant NOW = Instant.parse("2126-03-01T12:00:00.123Z");
  public static final LambdaName LAMBDA = new LambdaName("generate-thumbnails");
  public static final OrderingKey KEY = new OrderingKey("account 17/ü =+%");

  private static final LambdaName OTHER = new LambdaName("send-email");
  private static final Duration MONTH = Duration.ofDays(30);

  private StoredValues() {}

  public static TaskId id(int number) {
    return new TaskId("%032x".formatted(0x5eed_0000L + number));
  }

  private static TaskHeader header(int number) {
    return new TaskHeader(
        id(number),
        LAMBDA,
        new Priority("high"),
        new CollectionName("Password.reset_1"),
        3,
        NOW.minusSeconds(60),
        NOW.minusSeconds(10),
        NOW.plus(MONTH),
        null);
  }

  private static TaskHeader plain(int number) {
    return new TaskHeader(
        id(number),
        LAMBDA,
        new Priority("normal"),
        null,
        0,
        NOW,
        NOW,
        NOW.plus(MONTH),
        NOW.plus(MONTH));
  }

  public static List<Association> associations() {
    return List.of(
        Association.scheduled(plain(1)),
        Association.scheduledExpress(header(2), NOW, NOW.plusSeconds(20)),
        running(),
        Association.scheduled(
            header(4)
                .withOrigin(
                    PlanKind.PERIODIC.origin(
                        periodicTask().planId(),
                        "2026-03-01T12:00:00Z",
                        TaskId.ofText("contents")))),
        Association.waiting(
            plain(5).withOrigin(KEY.origin(id(5), LAMBDA)).withParent(new Parent(id(3), 7, 12))),
        succeeded(6, children(6)),
        succeeded(7, new Children(2, List.of(), joins(), false)),
        succeeded(8, Children.toCreate(List.of(), joins())),
        succeeded(9, new Children(1, List.of())));
  }

  private static Association running() {
    return new Association(
        header(3),
        TaskStatus.PROCESSING,
        300,
        2,
        -1,
        1,
        0,
        true,
        0,
        null,
        new Trigger(Alarm.CHECK, NOW.plusSeconds(20)),
        new Lease(
            new ClaimId("c1".repeat(16)),
            new ExecutorId("host-1:4711:abcdef"),
            NOW.plusSeconds(30),
            3,
            true),
        NOW.minusSeconds(5),
        null,
        Outcome.failure("d0", new Failure("E1", "an earlier attempt failed", "details", true)),
        new Notes(
            new Payload(new byte[] {'5'}, Payload.JSON), new Payload(new byte[] {0, 1}, "x/y")),
        new TaskHistory(
            Map.of(
                "s",
                new HistoryEntry(NOW.minusSeconds(60), TaskEvent.SCHEDULE, 0, 0, ""),
                "r6",
                new HistoryEntry(NOW.minusSeconds(9), TaskEvent.RELEASE, 300, 1, "é"))),
        null);
  }

  private static Association succeeded(int number, Children children) {
    boolean pending = children.pending();
    return new Association(
        header(number),
        TaskStatus.SUCCESS,
        1,
        1,
        1,
        0,
        0,
        false,
        0,
        null,
        pending ? new Trigger(Alarm.CHECK, NOW.plusSeconds(20)) : null,
        null,
        NOW.minusSeconds(5),
        NOW,
        Outcome.success("d1", new Payload(new byte[] {'7'}, Payload.JSON)).with(children),
        Notes.NONE,
        TaskHistory.EMPTY,
        pending ? null : NOW.plus(MONTH).minusMillis(123));
  }

  private static Children children(int parent) {
    var outbox = new ArrayList<TaskHeader>();
    for (int number = 0; number < 3; number++) {
      var of = new Parent(id(parent), 1, number);
      var child =
          new TaskHeader(
              of.childId(),
              number == 0 ? LAMBDA : OTHER,
              new Priority("high"),
              number == 0 ? null : new CollectionName("Marketing"),
              number,
              NOW.plusMillis(number),
              NOW.plusSeconds(number),
              NOW.plus(MONTH),
              number == 2 ? NOW.plus(MONTH).plus(MONTH).minusMillis(123) : null);
      var ordered = number == 2 ? child.withOrigin(KEY.origin(of.childId(), OTHER)) : child;
      outbox.add(ordered.withParent(of));
    }
    return Children.toCreate(outbox, joins());
  }

  private static List<Join> joins() {
    return List.of(
        new Join(0, OTHER, 4, 3, "0123456789abcdef", NOW),
        new Join(1, OTHER, 256, 100, "fedcba9876543210", NOW.plusMillis(1)));
  }

  public static List<TaskEntity> entities() {
    var seconds = NOW.plus(MONTH).minusMillis(123);
    return List.of(
        new TaskEntity(
            header(2),
            new Payload(new byte[] {'{', '}'}, Payload.JSON),
            Map.of("owner", "ana", "note", "é\n\""),
            "0f0f0f0f",
            seconds),
        new TaskEntity(plain(1), Payload.EMPTY, Map.of(), "", seconds));
  }

  /** Returns a lambda with every default, and one whose settings all differ from their defaults. */
  public static List<LambdaDefinition> lambdas() {
    return List.of(
        LambdaDefinition.withDefaults(OTHER, NOW.plusNanos(7)),
        LambdaDefinition.withDefaults(LAMBDA, NOW.plusNanos(123_456_789))
            .with()
            .owner("team ü <b>")
            .description("makes thumbnails")
            .priorities(List.of(new Priority("high"), new Priority("low")))
            .defaultPriority(new Priority("low"))
            .retry(
                new RetryPolicy(
                    7,
                    Duration.ofMillis(1_500),
                    Duration.ofHours(2),
                    1.1,
                    new RetryBudget(0.25, 3)))
            .leaseTimeout(Duration.ofMillis(45_001))
            .shards(16)
            .scheduleRate(0.1)
            .dispatchRate(1e-200)
            .maxRunning(30)
            .payloadBytesMax(1_000)
            .retention(Duration.ofDays(3))
            .maxLifetime(Duration.ofHours(5))
            .history(LambdaDefinition.History.ALL)
            .dispatch(LambdaDefinition.Dispatch.POLLED)
            .closedAt(NOW.plusNanos(987_654_321))
            .onFatal(FatalPolicy.HOLD)
            .needs(List.of(new Capability("mem-64g"), new Capability("gpu")))
            .canary(
                new Canary(
                    Duration.ofSeconds(30),
                    Duration.ofMillis(10_500),
                    new Payload(new byte[] {1, -1, 0}, "x/y")))
            .indexedLabels(List.of("order", "customer id"))
            .logs(new LogPolicy(LambdaDefinition.History.ALL, 2_048))
            .fairness(new Fairness(Map.of("a=b", 3, "c", 1_000), 0.5, 7))
            .build());
  }

  public static List<Gate> gates() {
    return List.of(
        new Gate(LAMBDA, null, GateState.PAUSED, NOW.plusNanos(5), "a reason", "ana", NOW),
        new Gate(
            LAMBDA, new CollectionName("Marketing"), GateState.DROPPING, null, "", "bob", NOW));
  }

  /** Attempt that has a permit of {@link #LAMBDA}, taken at {@link #NOW}. */
  public static Attempt permitted() {
    return new Attempt(new TaskRef(id(3), 300), new ClaimId("c1".repeat(16)));
  }

  private static StoredPeriodic periodic() {
    return new StoredPeriodic(
        periodicTask(),
        new PeriodicState(
            true,
            NOW.minusSeconds(1),
            List.of(NOW.minusSeconds(3), NOW.minusSeconds(2)),
            NOW.minusSeconds(4),
            NOW.minusSeconds(5),
            6,
            7,
            8,
            new SkippedFires(
                List.of(
                    new SkippedFires.Range(NOW, NOW.plusSeconds(1), SkippedFires.Reason.MISSED),
                    new SkippedFires.Range(
                        NOW.plusSeconds(2), NOW.plusSeconds(2), SkippedFires.Reason.PAUSED))),
            NOW.minusSeconds(9)));
  }

  private static PeriodicTask periodicTask() {
    return new PeriodicTask(
        LAMBDA,
        new PeriodicName("Nightly.report"),
        new Priority("low"),
        new CollectionName("Nightly"),
        new Schedule(
            Cron.of("*/5 8-18 * * 1-5", "Europe/Berlin"),
            NOW,
            NOW.plusSeconds(9),
            Duration.ofSeconds(7)),
        Overlap.QUEUE_ONE,
        CatchUp.all(17),
        TaskId.ofText("contents"),
        Duration.ofHours(5),
        3);
  }

  /** Periodic task with few fields. */
  private static StoredPeriodic interval() {
    return new StoredPeriodic(
        new PeriodicTask(
            LAMBDA,
            new PeriodicName("often"),
            new Priority("high"),
            null,
            Schedule.of(new Interval(Duration.ofMillis(1_500), NOW)),
            Overlap.SKIP,
            CatchUp.NONE,
            TaskId.ofText("contents"),
            Duration.ofHours(5),
            1),
        PeriodicState.from(NOW));
  }

  private static Plan periodicPlan(StoredPeriodic stored) {
    var name = stored.task().name().value();
    return Plan.fresh(stored.task().planId(), PlanKind.PERIODIC, LAMBDA, name, 4, NOW);
  }

  public static OrderState order() {
    return new OrderState(
        Optional.of(member(20, 1)),
        member(20, 1).place().name(),
        member(22, 3).place().name(),
        true,
        17,
        NOW.minusSeconds(3),
        Optional.of(NOW.minusSeconds(2)),
        Optional.of(new OrderState.Retry(4, NOW.plusSeconds(99))));
  }

  /** Waiting member: a part of its key. */
  public static Member waiting() {
    return member(23, 4);
  }

  private static Member member(int number, int sequence) {
    var origin = KEY.origin(id(number), LAMBDA);
    var header = (number % 2 == 0 ? header(number) : plain(number)).withOrigin(origin);
    return new Member(
        new Place(NOW.plusMillis(number), sequence, id(number)),
        number == 20 ? header.withParent(new Parent(id(3), 7, 12)) : header);
  }

  public static Plan orderPlan() {
    return Plan.fresh(PlanId.of(LAMBDA, KEY), PlanKind.ORDER, LAMBDA, KEY.value(), 4, NOW);
  }

  public static JobDefinition definition() {
    var kind = new WorkKind(OTHER, new Priority("high"), new CollectionName("Reset_1.2"));
    var steps = new ArrayList<StepDefinition>();
    steps.add(
        new StepDefinition(
            "list",
            WorkKind.of(LAMBDA),
            List.of(),
            List.of(),
            FanOut.NONE,
            Duration.ofMillis(90_500),
            new FailurePolicy(0, Then.FAIL),
            null));
    steps.add(
        new StepDefinition(
            "each",
            kind,
            List.of(),
            List.of("list"),
            new FanOut.ResultOf("list"),
            null,
            new FailurePolicy(3, Then.HOLD),
            new Compensation(kind, true)));
    steps.add(
        new StepDefinition(
            "some",
            kind,
            List.of("list", "each"),
            List.of(),
            new FanOut.Items(17),
            null,
            new FailurePolicy(0, Then.COMPENSATE),
            new Compensation(WorkKind.of(LAMBDA), false)));
    for (int i = 3; i < 60; i++) {
      steps.add(
          new StepDefinition(
              "step-" + i,
              WorkKind.of(LAMBDA),
              List.of(),
              List.of(),
              FanOut.NONE,
              null,
              new FailurePolicy(0, Then.FAIL),
              null));
    }
    return new JobDefinition("nightly", steps, 4);
  }

  private static JobState jobState() {
    var steps = new ArrayList<StepState>();
    steps.add(new StepState(true, "patch-1", List.of(unit(StepStatus.SUCCEEDED, 3, 2, 0, true))));
    steps.add(
        new StepState(
            true,
            "",
            List.of(
                unit(StepStatus.RUNNING, 1, 0, 0, false),
                unit(StepStatus.COMPENSATED, 1, 0, 1, true),
                unit(StepStatus.PENDING, 4, 0, 2, true))));
    steps.add(new StepState(false, "", List.of(UnitState.PENDING)));
    for (int i = 3; i < 60; i++) {
      steps.add(
          new StepState(
              true,
              i == 59 ? "patch-2" : "",
              List.of(i < 30 ? unit(StepStatus.SUCCEEDED, 1, 0, 0, true) : UnitState.PENDING)));
    }
    return new JobState(JobStatus.HELD, Goal.COMPENSATED, true, true, 2, 1, steps);
  }

  private static UnitState unit(
      StepStatus status, int tries, int failures, int undos, boolean ran) {
    return new UnitState(status, tries, failures, undos, ran);
  }

  public static Plan jobPlan() {
    return Plan.fresh(definition().id(), PlanKind.JOB, LAMBDA, "nightly", 4, NOW);
  }

  public static List<Plan> plans() {
    return List.of(
        periodic().first(periodicPlan(periodic()), NOW),
        interval().first(periodicPlan(interval()), null),
        OrderCodec.write(
            new OrderRow(
                orderPlan()
                    .with(Bytes.EMPTY, NOW.plusSeconds(5))
                    .withExpiresAt(NOW.plusSeconds(500)),
                order())),
        jobPlan().with(JobCodec.first(jobRow()), null));
  }

  private static JobRow jobRow() {
    return new JobRow(JobRow.Head.of(definition(), "0123456789abcdef"), jobState());
  }

  public static List<PlanPart> parts() {
    var periodic = periodic().task().planId();
    var job = jobPlan().id();
    var parts = new ArrayList<PlanPart>();
    parts.add(OrderCodec.part(orderPlan(), waiting(), NOW.plusSeconds(600)));
    parts.addAll(JobSteps.write(job, definition(), NOW.plusSeconds(700)));
    parts.add(new PlanPart(job, "count/1-each/1/2", JobSteps.count(1_234), null));
    var triggered = "triggered/0000000000017/0009999999999/" + "7".repeat(32);
    parts.add(new PlanPart(periodic, triggered, FireNote.of(new TaskId("7".repeat(32))), NOW));
    parts.add(new PlanPart(periodic, "backfilled/0000000000017/0000000000016", Bytes.EMPTY, null));
    return parts;
  }
}
