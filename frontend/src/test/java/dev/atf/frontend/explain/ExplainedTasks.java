package dev.atf.frontend.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.route.RoutedBy;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.Children;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.EndStatuses;
import dev.atf.model.task.Ending;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Notice;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Parent;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.periodic.SkippedFires;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.StoredPeriodic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Tasks in the states that are explained. */
final class ExplainedTasks {
  static final Instant T0 = Instant.parse("2026-03-01T12:00:00Z");
  static final Instant NOW = T0.plusSeconds(90);
  static final LambdaName MAIL = new LambdaName("mail");
  static final TaskId ID = new TaskId("0".repeat(32));
  static final LambdaDefinition LAMBDA = LambdaDefinition.withDefaults(MAIL, T0);
  static final Failure BUSY = new Failure("BUSY", "try later", "", true);
  static final Attempt FIRST = new Attempt(new TaskRef(ID, 1), new ClaimId("0123456789abcdef"));

  static Association waiting(Instant at) {
    return Association.waiting(header(at, at.plus(Duration.ofDays(30))));
  }

  static TaskHeader header(Instant scheduledAt, Instant deadline) {
    return new TaskHeader(
        ID, MAIL, new Priority("normal"), null, 0, T0, scheduledAt, deadline, null);
  }

  static Association scheduled(Instant at) {
    return Association.scheduled(header(at, T0.plus(Duration.ofDays(30))));
  }

  /** Returns a task that is due and was not released. */
  static Association due() {
    return scheduled(T0);
  }

  static Association ofKey(String key) {
    return Association.scheduled(
        header(T0, T0.plus(Duration.ofDays(30))).withFairnessKey(new FairnessKey(key)));
  }

  static Association dueWithDeadline(Instant deadline) {
    return Association.scheduled(header(T0, deadline));
  }

  static Association released(Association task, Instant now) {
    var rang = Objects.requireNonNull(task.trigger()).at();
    return after(task, Transitions.release(ID, task.epoch(), rang, now, now.plusSeconds(30)));
  }

  static Association released() {
    return released(due(), T0);
  }

  static Association claimedAt(Instant at) {
    return after(
        released(),
        Transitions.claimAndMoveAlarm(
            FIRST, MAIL, new ExecutorId("host:1"), at, at.plus(LeaseTimes.DEFAULT.stored())));
  }

  static Association claimed() {
    return claimedAt(NOW.minusSeconds(3));
  }

  static Association processing(String progress) {
    return after(
        claimed(),
        Transitions.heartbeat(
            FIRST,
            MAIL,
            NOW.minusSeconds(2).plus(LeaseTimes.DEFAULT.stored()),
            new Notes(new Payload(progress.getBytes(StandardCharsets.UTF_8), Payload.JSON), null),
            0,
            false));
  }

  static Association failed(Instant retryAt) {
    return after(
        claimed(),
        Transitions.failRetriably(
            FIRST,
            MAIL,
            1,
            Outcome.failure("d", BUSY),
            NOW.minusSeconds(1),
            retryAt,
            Notes.NONE,
            0));
  }

  static Association returned(Instant dueAt) {
    return returned(dueAt, "HANDLER_UNKNOWN");
  }

  static Association returned(Instant dueAt, String reason) {
    return after(
        claimed(),
        Transitions.returnWork(
            FIRST, MAIL, Outcome.failure("d", BUSY), NOW.minusSeconds(1), dueAt, reason));
  }

  static Association returnedTwice() {
    var again = new Attempt(new TaskRef(ID, 2), new ClaimId("fedcba9876543210"));
    var task = returned(NOW.minusSeconds(1));
    task = released(task, NOW);
    task =
        after(
            task,
            Transitions.claim(again, MAIL, new ExecutorId("host:2"), NOW, NOW.plusSeconds(60)));
    return after(
        task,
        Transitions.returnWork(
            again, MAIL, Outcome.failure("d", BUSY), NOW, NOW, "HANDLER_UNKNOWN"));
  }

  /**
   * Returns a task that was blocked 30 seconds ago, and whose condition is checked in 10 seconds.
   */
  static Association blocked() {
    return after(
        released(),
        BlockTransitions.blockUnclaimed(
            FIRST.ref(),
            new Block(new ConditionName("orders-db"), 1),
            NOW.minusSeconds(30),
            NOW.plusSeconds(10)));
  }

  static Association succeeded() {
    return after(
        claimed(),
        Transitions.succeed(
            FIRST,
            MAIL,
            Outcome.success("d", Payload.EMPTY),
            Ending.at(NOW.minusSeconds(1), LAMBDA),
            Notes.NONE));
  }

  static Association ended(FrameworkFailure why) {
    var outcome = Outcome.failure("", why.because("why"));
    var ending = Ending.at(NOW.minusSeconds(1), LAMBDA);
    Transition end =
        switch (why) {
          case CANCELLED -> ClientTransitions.cancel(ID, outcome, ending);
          case DROPPED -> GateTransitions.drop(ID, 0, outcome, ending);
          default -> Transitions.giveUp(ID, 0, outcome, ending);
        };
    return after(due(), end);
  }

  static Association after(Association task, Transition transition) {
    assertThat(transition.failing(task)).isEmpty();
    return transition.applyTo(task);
  }

  static Plan plan(PlanKind kind) {
    return Plan.fresh(PlanId.of(PlanKind.JOB, MAIL, "night-1"), kind, MAIL, "night-1", 1, T0);
  }

  /** Returns a plan whose last fire was at {@link #T0}. */
  static Plan periodic(Overlap overlap, int skipped) {
    var task =
        new PeriodicTask(
            MAIL,
            new PeriodicName("night-1"),
            new Priority("normal"),
            null,
            Schedule.of(new Interval(Duration.ofMinutes(10), T0)),
            overlap,
            CatchUp.NONE,
            ID,
            Duration.ofDays(1),
            1);
    var state =
        new PeriodicState(false, T0, List.of(), T0, null, 1, skipped, 0, SkippedFires.NONE, null);
    return new StoredPeriodic(task, state).first(plan(PlanKind.PERIODIC), null);
  }

  static Association of(PlanKind kind, String member) {
    return due().withOrigin(kind.origin(plan(kind).id(), member, ID));
  }

  /** Returns a cancelled task whose end a subscription reports. */
  static Association withNotice(boolean made) {
    var requested =
        new Subscription(
            "ends",
            MAIL.value(),
            null,
            EndStatuses.ALL,
            new NoticeTarget(MAIL, due().header().priority(), ID),
            T0);
    var ending = new Ending(NOW, NOW, History.NONE);
    var ended =
        after(
            due(),
            ClientTransitions.cancel(
                ID,
                Outcome.failure("", FrameworkFailure.CANCELLED.because("wrong")),
                ending.with(List.of(requested))));
    return made ? after(ended, ChildTransitions.settle(ended, List.of("ends"), ending)) : ended;
  }

  static Association routed() {
    var by = new RoutedBy(new LambdaName("post"), "urgent", 3);
    return Association.scheduled(due().header().withRoutedBy(by));
  }

  static Association notice() {
    var header = due().header();
    var requested = Notice.of("ends", withNotice(false)).orElseThrow();
    var origin =
        requested.task(new NoticeTarget(MAIL, header.priority(), ID), LAMBDA).header().origin();
    return Association.scheduled(header.withOrigin(origin));
  }

  static Association unsettled() {
    var child = new Parent(ID, 1, 0);
    var header = due().header();
    var outbox =
        new TaskHeader(
                child.childId(), MAIL, header.priority(), null, 0, T0, T0, header.deadline(), null)
            .withParent(child);
    return after(
        claimed(),
        ChildTransitions.succeed(
            FIRST,
            MAIL,
            Outcome.success("d", Payload.EMPTY).with(Children.toCreate(List.of(outbox), List.of())),
            new Ending(T0.plusSeconds(30), T0, History.NONE),
            Notes.NONE));
  }

  private ExplainedTasks() {}
}
