package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition.History;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests the guards and changes of clients' and gates' transitions against a second, independent
 * list.
 */
final class ClientTransitionsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final TaskId ID = new TaskId("0123456789abcdef0123456789abcdef");
  private static final Outcome OUTCOME =
      Outcome.failure("", FrameworkFailure.CANCELLED.because("asked"));
  private static final Ending ENDING =
      new Ending(NOW, Instant.parse("2026-03-08T12:00:00Z"), History.NONE);
  private static final Guard EPOCH = new Guard.EpochIs(7);
  private static final LambdaName LAMBDA = new LambdaName("resize-image");
  private static final TriggerPartition HELD =
      TriggerPartition.held(LAMBDA, new Priority("high"), 0, new CollectionName("marketing"));
  private static final Set<TaskStatus> DROPPABLE =
      EnumSet.of(TaskStatus.NEW, TaskStatus.ENQUEUED, TaskStatus.RETRIABLE_FAILURE);
  private static final Set<TaskStatus> NOT_RUNNING =
      EnumSet.of(
          TaskStatus.NEW, TaskStatus.ENQUEUED, TaskStatus.RETRIABLE_FAILURE, TaskStatus.BLOCKED);

  @Test
  void cancel() {
    has(
        ClientTransitions.cancel(ID, OUTCOME, ENDING),
        List.of(new Guard.StatusIn(NOT_RUNNING), new Guard.OnFinishIs(false)),
        List.of(
            new Change.SetStatus(TaskStatus.CANCELLED),
            new Change.SetOutcome(OUTCOME),
            new Change.Finish(NOW, ENDING.expiresAt()),
            new Change.ClearTrigger(),
            history(TaskEvent.CANCEL, 0, "CANCELLED: asked")));
  }

  @Test
  void requestCancel() {
    has(
        ClientTransitions.requestCancel(ID, NOW, "asked"),
        List.of(new Guard.StatusIn(EnumSet.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING))),
        List.of(new Change.RequestCancel(), history(TaskEvent.REQUEST_CANCEL, 0, "asked")));
  }

  @Test
  void requestKill() {
    has(
        ClientTransitions.requestKill(new TaskRef(ID, 7), NOW, "by alice: stuck"),
        List.of(new Guard.StatusIn(EnumSet.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING)), EPOCH),
        List.of(new Change.RequestKill(7), history(TaskEvent.REQUEST_KILL, 7, "by alice: stuck")));
  }

  @Test
  void reschedule() {
    has(
        ClientTransitions.reschedule(ID, 7, NOW, LATER),
        List.of(new Guard.StatusIn(NOT_RUNNING), EPOCH),
        List.of(
            new Change.SetStatus(TaskStatus.NEW),
            new Change.SetScheduledAt(LATER),
            trigger(Alarm.DUE, LATER),
            history(TaskEvent.RESCHEDULE, 7, "to " + LATER)));
  }

  @Test
  void runNowBringsATaskForwardThatWaitsForItsTime() {
    var waiting = Association.scheduled(header(LATER));

    has(
        ClientTransitions.runNow(waiting, NOW),
        List.of(
            new Guard.StatusIn(EnumSet.of(TaskStatus.NEW, TaskStatus.RETRIABLE_FAILURE)),
            new Guard.EpochIs(0)),
        List.of(
            new Change.SetScheduledAt(NOW),
            trigger(Alarm.DUE, NOW),
            history(TaskEvent.RUN_NOW, 0, "")));
  }

  @Test
  void runNowLeavesTheTimeOfATaskThatHadItAlone() {
    var past = Association.scheduled(header(NOW));

    assertThat(ClientTransitions.runNow(past, NOW).changes())
        .doesNotHaveAnyElementsOfTypes(Change.SetScheduledAt.class);
  }

  @Test
  void redrive() {
    has(
        ClientTransitions.redrive(ID, 7, NOW, LATER),
        List.of(
            new Guard.StatusIn(EnumSet.of(TaskStatus.FATAL_FAILURE)),
            EPOCH,
            new Guard.OutboxEmpty()),
        List.of(
            new Change.SetStatus(TaskStatus.NEW),
            new Change.Reopen(),
            new Change.SetEpoch(8),
            new Change.SetAttempt(0),
            new Change.SetDeaths(0),
            new Change.SetDrains(0),
            new Change.SetDeadline(LATER),
            trigger(Alarm.DUE, NOW),
            history(TaskEvent.REDRIVE, 7, "")));
  }

  @Test
  void redriveRejectsTransitionsDecidedBeforeIt() {
    var giveUp = Transitions.giveUp(ID, 0, OUTCOME, ENDING);
    var dead = giveUp.applyTo(Association.scheduled(header(NOW)));

    var redriven = ClientTransitions.redrive(ID, 0, NOW, LATER).applyTo(dead);

    assertThat(redriven.status()).isEqualTo(TaskStatus.NEW);
    assertThat(giveUp.failing(redriven)).containsExactly(new Guard.EpochIs(0));
  }

  @Test
  void hold() {
    has(
        GateTransitions.hold(ID, 7, NOW, HELD, LATER, "paused"),
        List.of(
            new Guard.StatusIn(EnumSet.of(TaskStatus.NEW, TaskStatus.RETRIABLE_FAILURE)),
            EPOCH,
            new Guard.AlarmAtIs(LATER)),
        List.of(new Change.Hold(HELD, LATER), history(TaskEvent.HOLD, 7, "paused")));
  }

  @Test
  void park() {
    has(
        GateTransitions.park(new TaskRef(ID, 7), NOW, HELD, LATER, "paused"),
        List.of(new Guard.StatusIn(EnumSet.of(TaskStatus.ENQUEUED)), EPOCH),
        List.of(
            new Change.SetStatus(TaskStatus.NEW),
            new Change.Hold(HELD, LATER),
            history(TaskEvent.PARK, 7, "paused")));
  }

  @Test
  void behindTheLambdasGateATaskIsParkedAmongWhatIsDue() {
    var due = TriggerPartition.live(LAMBDA, new Priority("high"), 0, Alarm.DUE);

    assertThat(GateTransitions.park(new TaskRef(ID, 7), NOW, due, LATER, "").changes())
        .contains(trigger(Alarm.DUE, LATER));
  }

  @Test
  void nothingIsHeldWhereItWouldRing() {
    var due = TriggerPartition.live(LAMBDA, new Priority("high"), 0, Alarm.DUE);

    assertThatThrownBy(() -> GateTransitions.hold(ID, 7, NOW, due, LATER, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void drop() {
    has(
        GateTransitions.drop(ID, 7, OUTCOME, ENDING),
        List.of(new Guard.StatusIn(DROPPABLE), EPOCH, new Guard.OnFinishIs(false)),
        List.of(
            new Change.SetStatus(TaskStatus.FATAL_FAILURE),
            new Change.SetOutcome(OUTCOME),
            new Change.Finish(NOW, ENDING.expiresAt()),
            trigger(Alarm.DONE, NOW),
            history(TaskEvent.DROP, 7, "CANCELLED: asked")));
  }

  private static void has(Transition transition, List<Guard> guards, List<Change> changes) {
    assertThat(transition.guards()).containsExactlyInAnyOrderElementsOf(guards);
    assertThat(transition.changes()).containsExactlyInAnyOrderElementsOf(changes);
  }

  private static Change trigger(Alarm alarm, Instant at) {
    return new Change.SetTrigger(new Trigger(alarm, at));
  }

  private static Change history(TaskEvent event, long epoch, String detail) {
    return new Change.AddHistory(new HistoryEntry(NOW, event, epoch, 0, detail));
  }

  private static TaskHeader header(Instant scheduledAt) {
    return new TaskHeader(
        ID, LAMBDA, new Priority("high"), null, 0, NOW, scheduledAt, NOW.plusSeconds(600), null);
  }
}
