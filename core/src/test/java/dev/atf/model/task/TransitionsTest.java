package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
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
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition.History;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the guards and changes of every event against a second, independent list, so that a lost
 * clause fails here.
 */
final class TransitionsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Instant SEEN = NOW.plusSeconds(10);
  private static final Instant NEXT = NOW.plusSeconds(30);
  private static final Instant EXPIRES = Instant.parse("2026-03-08T12:00:00Z");
  private static final TaskId ID = new TaskId("0123456789abcdef0123456789abcdef");
  private static final TaskRef REF = new TaskRef(ID, 7);
  private static final ClaimId CLAIM = new ClaimId("c1a1c1a1c1a1c1a1");
  private static final Attempt ATTEMPT = new Attempt(REF, CLAIM);
  private static final LambdaName LAMBDA = new LambdaName("resize-image");
  private static final ExecutorId OWNER = new ExecutorId("host:1:a");
  private static final Outcome OUTCOME =
      Outcome.success("d", new Payload("1".getBytes(StandardCharsets.UTF_8), Payload.JSON));

  private static final Outcome FAILED = Outcome.failure("d", new Failure("E", "no", "", true));
  private static final EndedLease LEASE = new EndedLease(REF, SEEN, 3, 2);
  private static final Payload SEEN_PROGRESS =
      new Payload("5".getBytes(StandardCharsets.UTF_8), Payload.JSON);
  private static final Payload SEEN_CHECKPOINT = new Payload(new byte[] {9}, "x/y");
  private static final Notes NOTES = new Notes(SEEN_PROGRESS, SEEN_CHECKPOINT);
  private static final Change PROGRESS = new Change.SetProgress(SEEN_PROGRESS);
  private static final Change CHECKPOINT = new Change.SetCheckpoint(SEEN_CHECKPOINT);

  private static final Set<TaskStatus> WAITING =
      EnumSet.of(TaskStatus.NEW, TaskStatus.RETRIABLE_FAILURE, TaskStatus.BLOCKED);
  private static final Set<TaskStatus> ENQUEUED = EnumSet.of(TaskStatus.ENQUEUED);
  private static final Set<TaskStatus> RUNNING =
      EnumSet.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING);
  private static final Set<TaskStatus> NOT_RUNNING =
      EnumSet.of(
          TaskStatus.NEW, TaskStatus.ENQUEUED, TaskStatus.RETRIABLE_FAILURE, TaskStatus.BLOCKED);

  private static final Guard EPOCH = new Guard.EpochIs(7);
  private static final Guard OF_LAMBDA = new Guard.LambdaIs(LAMBDA);
  private static final Guard OF_CLAIM = new Guard.ClaimIs(CLAIM);
  private static final Guard OF_ATTEMPT = new Guard.AttemptIs(3);
  private static final Guard NOT_CANCELLED = new Guard.CancelNotRequested();
  private static final Guard TO_BE_CANCELLED = new Guard.CancelRequested();
  private static final Guard UNTOLD = new Guard.OnFinishIs(false);

  @Test
  void anExpressTaskIsBornAsAReleaseWouldHaveLeftIt() {
    var header =
        new TaskHeader(ID, LAMBDA, new Priority("p"), null, 3, NOW, NOW, NOW.plusSeconds(60), null);
    var scheduled = Association.scheduled(header);

    var express = Association.scheduledExpress(header, NOW, NEXT);

    assertThat(express).isEqualTo(Transitions.release(ID, 0, NOW, NOW, NEXT).applyTo(scheduled));
    assertThat(express.isReadied(new TaskRef(ID, 1), NEXT)).isTrue();
    assertThat(express.isReadied(new TaskRef(ID, 2), NEXT)).isFalse();
    assertThat(express.isReadied(new TaskRef(ID, 1), NEXT.plusMillis(1))).isFalse();
  }

  @Test
  void release() {
    assertThat(Transitions.release(ID, 7, SEEN, NOW, NEXT))
        .satisfies(
            t ->
                has(
                    t,
                    TaskEvent.RELEASE,
                    List.of(new Guard.StatusIn(WAITING), EPOCH, new Guard.AlarmAtIs(SEEN)),
                    List.of(
                        new Change.SetStatus(TaskStatus.ENQUEUED),
                        new Change.SetEpoch(8),
                        new Change.SetPushes(1),
                        check(NEXT),
                        new Change.ClearLease(),
                        history(TaskEvent.RELEASE, 8, 0, ""))));
  }

  @Test
  void releaseOfATaskThatWaitedForItsTurn() {
    has(
        TurnTransitions.release(ID, 7, NOW, NEXT),
        TaskEvent.RELEASE,
        List.of(new Guard.StatusIn(WAITING), EPOCH, new Guard.AlarmIsUnset()),
        List.of(
            new Change.SetStatus(TaskStatus.ENQUEUED),
            new Change.SetEpoch(8),
            new Change.SetPushes(1),
            check(NEXT),
            new Change.ClearLease(),
            history(TaskEvent.RELEASE, 8, 0, "")));
  }

  @Test
  void turn() {
    var header = new TaskHeader(ID, LAMBDA, new Priority("p"), null, 3, NOW, SEEN, NEXT, null);
    var waiting = Association.waiting(header);

    has(
        TurnTransitions.turn(waiting, NOW),
        TaskEvent.TURN,
        List.of(
            new Guard.StatusIn(EnumSet.of(TaskStatus.NEW)),
            new Guard.EpochIs(0),
            new Guard.AlarmIsUnset()),
        List.of(
            new Change.SetTrigger(new Trigger(Alarm.DUE, SEEN)),
            history(TaskEvent.TURN, 0, 0, "")));
  }

  @Test
  void pushAgain() {
    has(
        Transitions.pushAgain(REF, SEEN, 4, NEXT),
        TaskEvent.PUSH_AGAIN,
        List.of(new Guard.StatusIn(ENQUEUED), EPOCH, new Guard.AlarmAtIs(SEEN)),
        List.of(new Change.SetPushes(4), check(NEXT)));
  }

  @Test
  void pushFailed() {
    has(
        Transitions.pushFailed(REF, 2, NEXT),
        TaskEvent.PUSH_FAILED,
        List.of(new Guard.StatusIn(ENQUEUED), EPOCH),
        List.of(new Change.SetPushes(-2), check(NEXT)));
  }

  @Test
  void waitForRoom() {
    has(
        Transitions.waitForRoom(REF, SEEN, 3, NEXT),
        TaskEvent.PUSH_FAILED,
        List.of(new Guard.StatusIn(ENQUEUED), EPOCH, new Guard.AlarmAtIs(SEEN)),
        List.of(new Change.SetPushes(-3), check(NEXT)));
  }

  @Test
  void claim() {
    has(
        Transitions.claim(ATTEMPT, LAMBDA, OWNER, NOW, NEXT),
        TaskEvent.CLAIM,
        List.of(
            new Guard.StatusIn(ENQUEUED),
            EPOCH,
            OF_LAMBDA,
            NOT_CANCELLED,
            new Guard.ScheduledBy(NOW),
            new Guard.DeadlineAfter(NOW),
            new Guard.AlarmNotAfter(NEXT)),
        List.of(
            new Change.SetStatus(TaskStatus.CLAIMED),
            new Change.SetLease(new Lease(CLAIM, OWNER, NEXT)),
            new Change.AddAttempt(1),
            new Change.SetStartedAt(NOW),
            history(TaskEvent.CLAIM, 7, 0, "by host:1:a")));
  }

  @Test
  void claimAndMoveAlarm() {
    has(
        Transitions.claimAndMoveAlarm(ATTEMPT, LAMBDA, OWNER, NOW, NEXT),
        TaskEvent.CLAIM_AND_MOVE_ALARM,
        List.of(
            new Guard.StatusIn(ENQUEUED),
            EPOCH,
            OF_LAMBDA,
            NOT_CANCELLED,
            new Guard.ScheduledBy(NOW),
            new Guard.DeadlineAfter(NOW)),
        List.of(
            new Change.SetStatus(TaskStatus.CLAIMED),
            new Change.SetLease(new Lease(CLAIM, OWNER, NEXT)),
            new Change.AddAttempt(1),
            new Change.SetStartedAt(NOW),
            history(TaskEvent.CLAIM_AND_MOVE_ALARM, 7, 0, "by host:1:a"),
            check(NEXT)));
  }

  @Test
  void heartbeat() {
    has(
        Transitions.heartbeat(ATTEMPT, LAMBDA, NEXT, NOTES, 0, false),
        TaskEvent.HEARTBEAT,
        List.of(
            new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, new Guard.LeaseNotAfter(NEXT)),
        List.of(
            new Change.SetStatus(TaskStatus.PROCESSING),
            new Change.ExtendLease(NEXT),
            PROGRESS,
            CHECKPOINT));
  }

  @Test
  void heartbeatWithNumberedNotes() {
    has(
        Transitions.heartbeat(ATTEMPT, LAMBDA, NEXT, NOTES, 4, false),
        TaskEvent.HEARTBEAT,
        List.of(
            new Guard.StatusIn(RUNNING),
            EPOCH,
            OF_CLAIM,
            OF_LAMBDA,
            new Guard.LeaseNotAfter(NEXT),
            new Guard.NotesBefore(4)),
        List.of(
            new Change.SetStatus(TaskStatus.PROCESSING),
            new Change.ExtendLease(NEXT),
            PROGRESS,
            CHECKPOINT,
            new Change.SetNotesSequence(4)));
  }

  @Test
  void heartbeatOfAnAttemptThatRunsAlone() {
    has(
        Transitions.heartbeat(ATTEMPT, LAMBDA, NEXT, Notes.NONE, 0, true),
        TaskEvent.HEARTBEAT,
        List.of(
            new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, new Guard.LeaseNotAfter(NEXT)),
        List.of(
            new Change.SetStatus(TaskStatus.PROCESSING),
            new Change.ExtendLease(NEXT),
            new Change.MarkAlone()));
  }

  @Test
  void heartbeatsWithoutNotesAreNotGuardedByTheirNumber() {
    assertThat(Transitions.heartbeat(ATTEMPT, LAMBDA, NEXT, Notes.NONE, 4, false))
        .hasToString(Transitions.heartbeat(ATTEMPT, LAMBDA, NEXT, Notes.NONE, 0, false).toString());
  }

  @Test
  void successInTime() {
    var success = Transitions.succeed(ATTEMPT, LAMBDA, OUTCOME, ending(History.NONE), NOTES);
    var guards = new ArrayList<>(success.guards());
    guards.add(new Guard.DeadlineAfter(NOW));

    has(Transitions.inTime(success, NOW), TaskEvent.SUCCEED, guards, success.changes());
  }

  @Test
  void lookAgain() {
    has(
        Transitions.lookAgain(REF, SEEN, NEXT),
        TaskEvent.LOOK_AGAIN,
        List.of(
            new Guard.StatusIn(
                EnumSet.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING, TaskStatus.BLOCKED)),
            EPOCH,
            new Guard.AlarmAtIs(SEEN)),
        List.of(check(NEXT)));
  }

  @Test
  void succeed() {
    has(
        Transitions.succeed(ATTEMPT, LAMBDA, OUTCOME, ending(History.NONE), NOTES),
        TaskEvent.SUCCEED,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, UNTOLD),
        noted(ended(TaskEvent.SUCCEED, TaskStatus.SUCCESS, 0, new Change.ClearTrigger())));
  }

  @Test
  void succeedWithChildren() {
    var outcome = OUTCOME.with(Children.toCreate(List.of(child(0)), List.of()));

    has(
        ChildTransitions.succeed(ATTEMPT, LAMBDA, outcome, ending(History.NONE), NOTES),
        TaskEvent.SUCCEED_WITH_CHILDREN,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, UNTOLD),
        List.of(
            new Change.SetStatus(TaskStatus.SUCCESS),
            new Change.SetOutcome(outcome),
            new Change.SetFinishedAt(NOW),
            check(NOW),
            history(TaskEvent.SUCCEED_WITH_CHILDREN, 7, 0, ""),
            PROGRESS,
            CHECKPOINT));
  }

  @Test
  void settle() {
    for (var kept : History.values()) {
      has(
          ChildTransitions.settle(ended(TaskStatus.SUCCESS), List.of("a"), settled(kept)),
          TaskEvent.SETTLE,
          List.of(
              new Guard.StatusIn(
                  EnumSet.of(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED)),
              EPOCH,
              new Guard.AlarmAtIs(NOW),
              new Guard.OutboxFull()),
          List.of(
              new Change.EmptyOutbox(List.of("a")),
              new Change.Finish(NOW, EXPIRES),
              kept == History.ALL
                  ? new Change.SetTrigger(new Trigger(Alarm.DONE, NOW))
                  : new Change.ClearTrigger()));
    }
  }

  @Test
  void aSettledTaskIsListedAsItsEndWouldHaveBeen() {
    var dead = ended(TaskStatus.FATAL_FAILURE);
    var drop = new HistoryEntry(NOW, TaskEvent.DROP, 7, 0, "");

    assertThat(list(ChildTransitions.settle(dead, List.of(), settled(History.NONE))))
        .isEqualTo(listed(Alarm.DEAD));
    assertThat(
            list(
                ChildTransitions.settle(
                    dead.withHistory(TaskHistory.EMPTY.with(drop)),
                    List.of(),
                    settled(History.NONE))))
        .isEqualTo(listed(Alarm.DONE));
    for (var other :
        List.of(
            new HistoryEntry(NOW, TaskEvent.GIVE_UP, 7, 0, ""),
            new HistoryEntry(NOW.minusMillis(1), TaskEvent.DROP, 6, 0, ""))) {
      var died = dead.withHistory(TaskHistory.EMPTY.with(other));
      assertThat(list(ChildTransitions.settle(died, List.of(), settled(History.NONE))))
          .isEqualTo(listed(Alarm.DEAD));
    }
    assertThat(
            list(
                ChildTransitions.settle(
                    ended(TaskStatus.CANCELLED), List.of(), settled(History.NONE))))
        .isEqualTo(new Change.ClearTrigger());
  }

  @Test
  void anEndOfWhichSubscriptionsAreToldKeepsItsAlarmUntilItIs() {
    var told =
        new Subscription(
            "s",
            "a*",
            null,
            EnumSet.of(TaskStatus.FATAL_FAILURE),
            new NoticeTarget(LAMBDA, new Priority("p"), ID),
            NOW);
    var ending = ending(History.ALL).with(List.of(told));

    var failure = Transitions.giveUp(ID, 7, OUTCOME, ending);
    var success = Transitions.succeed(ATTEMPT, LAMBDA, OUTCOME, ending, Notes.NONE);

    assertThat(failure.changes())
        .contains(
            check(NOW),
            new Change.SetFinishedAt(NOW),
            new Change.SetOutcome(OUTCOME.with(Notices.toCreate(List.of("s")))))
        .noneMatch(Change.Finish.class::isInstance);
    assertThat(list(success)).isEqualTo(listed(Alarm.DONE));
  }

  @Test
  @Tag("N3")
  void anEndOfATaskThatAsksForANoticeIsRefusedUnlessItMakesIt() {
    var wish =
        new OnFinish(
            new NoticeTarget(LAMBDA, new Priority("p"), ID), EnumSet.of(TaskStatus.CANCELLED));
    var header = new TaskHeader(ID, LAMBDA, new Priority("p"), null, 0, NOW, NOW, NEXT, null);
    var task = Association.scheduled(header.withOnFinish(wish));
    var blind = ClientTransitions.cancel(ID, OUTCOME, ending(History.NONE));
    var read = ClientTransitions.cancel(ID, OUTCOME, ending(History.NONE).of(task.header()));

    assertThat(blind.failing(task)).containsExactly(UNTOLD);
    assertThat(read.failing(task)).isEmpty();
    assertThat(read.applyTo(task).notices().due()).containsExactly(OnFinish.NAME);
  }

  private static Association ended(TaskStatus status) {
    var header = new TaskHeader(ID, LAMBDA, new Priority("p"), null, 0, NOW, NOW, NEXT, null);
    return Association.scheduled(header)
        .withStatus(status)
        .withEpoch(7)
        .withFinishedAt(NOW)
        .withTrigger(new Trigger(Alarm.CHECK, NOW));
  }

  private static Ending settled(History kept) {
    return new Ending(NOW, EXPIRES, kept);
  }

  private static TaskHeader child(int number) {
    var parent = new Parent(ID, 7, number);
    return new TaskHeader(
            parent.childId(), LAMBDA, new Priority("p"), null, 0, NOW, NOW, NEXT, null)
        .withParent(parent);
  }

  @Test
  void failRetriably() {
    has(
        Transitions.failRetriably(ATTEMPT, LAMBDA, 3, FAILED, NOW, NEXT, NOTES, 0),
        TaskEvent.FAIL_RETRIABLY,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, OF_ATTEMPT, NOT_CANCELLED),
        List.of(
            new Change.SetStatus(TaskStatus.RETRIABLE_FAILURE),
            new Change.SetOutcome(FAILED),
            new Change.SetDeaths(0),
            due(NEXT),
            history(TaskEvent.FAIL_RETRIABLY, 7, 3, "E: no"),
            PROGRESS,
            CHECKPOINT));
  }

  @Test
  void failFatally() {
    has(
        Transitions.failFatally(ATTEMPT, LAMBDA, 3, OUTCOME, ending(History.NONE), NOTES),
        TaskEvent.FAIL_FATALLY,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, OF_ATTEMPT, UNTOLD),
        noted(ended(TaskEvent.FAIL_FATALLY, TaskStatus.FATAL_FAILURE, 3, listed(Alarm.DEAD))));
  }

  @Test
  void confirmCancel() {
    has(
        Transitions.confirmCancel(ATTEMPT, LAMBDA, OUTCOME, ending(History.NONE)),
        TaskEvent.CONFIRM_CANCEL,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, TO_BE_CANCELLED, UNTOLD),
        ended(TaskEvent.CONFIRM_CANCEL, TaskStatus.CANCELLED, 0, new Change.ClearTrigger()));
  }

  @Test
  void returnWork() {
    has(
        Transitions.returnWork(ATTEMPT, LAMBDA, OUTCOME, NOW, NEXT, "DRAINING"),
        TaskEvent.RETURN,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, NOT_CANCELLED),
        List.of(
            new Change.SetStatus(TaskStatus.NEW),
            new Change.AddAttempt(-1),
            new Change.SetOutcome(OUTCOME),
            due(NEXT),
            history(TaskEvent.RETURN, 7, 0, "DRAINING")));
  }

  @Test
  void drain() {
    var notes = new Notes(null, new Payload(new byte[] {1}, "x/y"));
    has(
        Transitions.drain(
            ATTEMPT, LAMBDA, 3, OUTCOME, NOW, NEXT, 2, "EXECUTOR_DRAINED by e", notes),
        TaskEvent.RETURN,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, OF_CLAIM, OF_LAMBDA, NOT_CANCELLED),
        List.of(
            new Change.SetStatus(TaskStatus.NEW),
            new Change.AddAttempt(-1),
            new Change.SetDrains(2),
            new Change.SetOutcome(OUTCOME),
            due(NEXT),
            history(TaskEvent.RETURN, 7, 3, "EXECUTOR_DRAINED by e"),
            new Change.SetCheckpoint(new Payload(new byte[] {1}, "x/y"))));
  }

  @Test
  void expire() {
    has(
        ExpiryTransitions.expire(LEASE, FAILED, NOW, NEXT),
        TaskEvent.EXPIRE,
        List.of(new Guard.StatusIn(RUNNING), EPOCH, new Guard.LeaseUntilIs(SEEN), NOT_CANCELLED),
        List.of(
            new Change.SetStatus(TaskStatus.RETRIABLE_FAILURE),
            new Change.SetOutcome(FAILED),
            new Change.SetDeaths(2),
            new Change.ClearLease(),
            due(NEXT),
            history(TaskEvent.EXPIRE, 7, 3, "E: no")));
  }

  @Test
  void expireFatally() {
    has(
        ExpiryTransitions.expireFatally(LEASE, OUTCOME, ending(History.NONE)),
        TaskEvent.EXPIRE_FATALLY,
        List.of(
            new Guard.StatusIn(RUNNING),
            EPOCH,
            new Guard.LeaseUntilIs(SEEN),
            NOT_CANCELLED,
            UNTOLD),
        endedByExpiry(TaskEvent.EXPIRE_FATALLY, TaskStatus.FATAL_FAILURE, listed(Alarm.DEAD)));
  }

  @Test
  void expireCancelled() {
    has(
        ExpiryTransitions.expireCancelled(LEASE, OUTCOME, ending(History.NONE)),
        TaskEvent.EXPIRE_CANCELLED,
        List.of(
            new Guard.StatusIn(RUNNING),
            EPOCH,
            new Guard.LeaseUntilIs(SEEN),
            TO_BE_CANCELLED,
            UNTOLD),
        endedByExpiry(TaskEvent.EXPIRE_CANCELLED, TaskStatus.CANCELLED, new Change.ClearTrigger()));
  }

  @Test
  void giveUp() {
    has(
        Transitions.giveUp(ID, 7, OUTCOME, ending(History.NONE)),
        TaskEvent.GIVE_UP,
        List.of(new Guard.StatusIn(NOT_RUNNING), EPOCH, UNTOLD),
        ended(TaskEvent.GIVE_UP, TaskStatus.FATAL_FAILURE, 0, listed(Alarm.DEAD)));
  }

  @Test
  void finishedTasksAreListedAsTheirLambdaWishesAndDeadLettersAlways() {
    for (var kept : History.values()) {
      var success = Transitions.succeed(ATTEMPT, LAMBDA, OUTCOME, ending(kept), Notes.NONE);
      var cancelled = ClientTransitions.cancel(ID, OUTCOME, ending(kept));
      var dead = Transitions.giveUp(ID, 7, OUTCOME, ending(kept));

      assertThat(list(success))
          .isEqualTo(kept == History.ALL ? listed(Alarm.DONE) : new Change.ClearTrigger());
      assertThat(list(cancelled))
          .isEqualTo(kept == History.NONE ? new Change.ClearTrigger() : listed(Alarm.DONE));
      assertThat(list(dead)).isEqualTo(listed(Alarm.DEAD));
      assertThat(list(GateTransitions.drop(ID, 7, OUTCOME, ending(kept))))
          .isEqualTo(listed(Alarm.DONE));
    }
  }

  @Test
  void aRefusalTellsItsReasons() {
    var task =
        Association.scheduled(
            new TaskHeader(ID, LAMBDA, new Priority("high"), null, 0, NOW, SEEN, NEXT, null));
    var claim = Transitions.claim(ATTEMPT, LAMBDA, OWNER, NOW, NEXT);

    assertThat(claim.failing(task))
        .containsExactly(new Guard.StatusIn(ENQUEUED), EPOCH, new Guard.ScheduledBy(NOW));
    assertThatThrownBy(() -> new TaskRef(ID, 0)).isInstanceOf(InvalidFieldException.class);
  }

  private static void has(
      Transition transition, TaskEvent event, List<Guard> guards, List<Change> changes) {
    assertThat(transition.taskId()).isEqualTo(ID);
    assertThat(transition.event()).isEqualTo(event);
    assertThat(transition.guards()).containsExactlyInAnyOrderElementsOf(guards);
    assertThat(transition.changes()).containsExactlyInAnyOrderElementsOf(changes);
  }

  private static List<Change> ended(TaskEvent event, TaskStatus status, int attempt, Change list) {
    return List.of(
        new Change.SetStatus(status),
        new Change.SetOutcome(OUTCOME),
        new Change.Finish(NOW, EXPIRES),
        list,
        history(event, 7, attempt, ""));
  }

  private static List<Change> endedByExpiry(TaskEvent event, TaskStatus status, Change list) {
    var changes = new ArrayList<>(ended(event, status, 3, list));
    changes.add(new Change.SetDeaths(2));
    changes.add(new Change.ClearLease());
    return changes;
  }

  private static List<Change> noted(List<Change> changes) {
    var all = new ArrayList<>(changes);
    all.add(PROGRESS);
    all.add(CHECKPOINT);
    return all;
  }

  private static Change history(TaskEvent event, long epoch, int attempt, String detail) {
    return new Change.AddHistory(new HistoryEntry(NOW, event, epoch, attempt, detail));
  }

  private static Change list(Transition transition) {
    return transition.changes().stream()
        .filter(c -> c instanceof Change.SetTrigger || c instanceof Change.ClearTrigger)
        .findFirst()
        .orElseThrow();
  }

  private static Ending ending(History kept) {
    return new Ending(NOW, EXPIRES.plusMillis(999), kept);
  }

  private static Change check(Instant at) {
    return new Change.SetTrigger(new Trigger(Alarm.CHECK, at));
  }

  private static Change due(Instant at) {
    return new Change.SetTrigger(new Trigger(Alarm.DUE, at));
  }

  private static Change listed(Alarm alarm) {
    return new Change.SetTrigger(new Trigger(alarm, NOW));
  }
}
