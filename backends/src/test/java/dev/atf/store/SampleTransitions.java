package dev.atf.store;

import static dev.atf.store.SampleTasks.ALARM_AT;
import static dev.atf.store.SampleTasks.CLAIM;
import static dev.atf.store.SampleTasks.LEASE_UNTIL;
import static dev.atf.store.SampleTasks.NOW;
import static dev.atf.store.SampleTasks.OTHER_CLAIM;
import static dev.atf.store.SampleTasks.OWNER;
import static dev.atf.store.SampleTasks.with;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.Change;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.Ending;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskLifecycle;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.TurnTransitions;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A transition of every kind, by a caller who saw the task as it is. */
public final class SampleTransitions {
  static final Instant LATER_LEASE = LEASE_UNTIL.plusSeconds(5);
  static final Instant RETRY_AT = NOW.plusSeconds(77);
  static final Instant EXPIRES_AT = NOW.plusSeconds(604_800);

  private SampleTransitions() {}

  /** Returns every event but the creations, which are no transitions. */
  static List<TaskEvent> events() {
    return Arrays.stream(TaskEvent.values())
        .filter(e -> !TaskLifecycle.sourcesOf(e).isEmpty())
        .toList();
  }

  /** Returns each event with each status that it may find. */
  static Stream<Arguments> eventsFromEachSource() {
    return events().stream()
        .flatMap(
            event ->
                TaskLifecycle.sourcesOf(event).stream().map(source -> Arguments.of(event, source)));
  }

  static boolean wantsCancelRequested(TaskEvent event) {
    return event == TaskEvent.CONFIRM_CANCEL || event == TaskEvent.EXPIRE_CANCELLED;
  }

  /** Returns the task as the event needs to find it, apart from the status. */
  public static Association ready(TaskEvent event, Association task) {
    if (event == TaskEvent.TURN) {
      return with(task, new Change.ClearTrigger());
    }
    if (event == TaskEvent.SETTLE) {
      return SampleTasks.withOutbox(task);
    }
    return wantsCancelRequested(event) ? with(task, new Change.RequestCancel()) : task;
  }

  public static Transition of(TaskEvent event, Association seen) {
    return of(event, seen, History.NONE);
  }

  public static Transition of(TaskEvent event, Association seen, History kept) {
    return make(event, seen, CLAIM, OWNER, kept, "first");
  }

  /**
   * Returns the same transition by another caller: another executor, another outcome, another time.
   */
  static Transition byAnother(TaskEvent event, Association seen) {
    var claims = event == TaskEvent.CLAIM || event == TaskEvent.CLAIM_AND_MOVE_ALARM;
    return make(
        event,
        seen,
        claims ? OTHER_CLAIM : CLAIM,
        new ExecutorId("host-2:1:ff"),
        History.ALL,
        "second");
  }

  private static Transition make(
      TaskEvent event,
      Association seen,
      ClaimId claimId,
      ExecutorId owner,
      History kept,
      String who) {
    var taskId = seen.taskId();
    var ref = new TaskRef(taskId, Math.max(1, seen.epoch()));
    var attempt = new Attempt(ref, claimId);
    var lambda = seen.header().lambda();
    var ending = new Ending(NOW, EXPIRES_AT, kept);
    var failure = Outcome.failure(who, new Failure("E2", who + " é\n", "at line 1", true));
    var fatal = Outcome.failure("", new Failure("E3", who, "", false));
    var success =
        Outcome.success(
            who,
            new Payload(
                ("{\"by\":\"" + who + "\"}").getBytes(StandardCharsets.UTF_8), "application/json"));
    var lease = new EndedLease(ref, LEASE_UNTIL, seen.attempt(), 2);
    var notes =
        new Notes(
            new Payload(who.getBytes(StandardCharsets.UTF_8), Payload.JSON),
            new Payload(new byte[] {1, 0, 2}, "application/x-" + who));
    var block = new Block(new ConditionName("orders-db"), 4);
    return switch (event) {
      case SCHEDULE, SCHEDULE_EXPRESS, SCHEDULE_WAITING, ABANDON ->
          throw new IllegalArgumentException("a creation is no transition");
      case RELEASE ->
          Transitions.release(taskId, seen.epoch(), alarmOf(seen), NOW, NOW.plusSeconds(30));
      case PUSH_AGAIN -> Transitions.pushAgain(ref, ALARM_AT, 2, NOW.plusSeconds(60));
      case PUSH_FAILED -> Transitions.pushFailed(ref, 1, NOW.plusMillis(300));
      case CLAIM -> Transitions.claim(attempt, lambda, owner, NOW, LEASE_UNTIL);
      case CLAIM_AND_MOVE_ALARM ->
          Transitions.claimAndMoveAlarm(attempt, lambda, owner, NOW, LEASE_UNTIL);
      case HEARTBEAT ->
          Transitions.heartbeat(
              attempt, lambda, LATER_LEASE, notes, who.equals("first") ? 4 : 5, true);
      case LOOK_AGAIN -> Transitions.lookAgain(ref, ALARM_AT, LEASE_UNTIL);
      case SUCCEED ->
          Transitions.inTime(Transitions.succeed(attempt, lambda, success, ending, notes), NOW);
      case SUCCEED_WITH_CHILDREN ->
          ChildTransitions.succeed(
              attempt, lambda, success.with(SampleTasks.children(seen, 2)), ending, notes);
      case SETTLE -> ChildTransitions.settle(settled(seen), List.of("told"), ending);
      case FAIL_RETRIABLY ->
          Transitions.failRetriably(
              attempt, lambda, seen.attempt(), failure, NOW, RETRY_AT, notes, 0);
      case FAIL_FATALLY ->
          Transitions.failFatally(attempt, lambda, seen.attempt(), fatal, ending, notes);
      case CONFIRM_CANCEL -> Transitions.confirmCancel(attempt, lambda, fatal, ending);
      case RETURN ->
          Transitions.drain(
              attempt, lambda, seen.attempt(), failure, NOW, NOW, seen.drains() + 1, who, notes);
      case BLOCK ->
          BlockTransitions.block(attempt, lambda, block, who, "away", NOW, RETRY_AT, notes);
      case BLOCK_UNCLAIMED -> BlockTransitions.blockUnclaimed(ref, block, NOW, RETRY_AT);
      case UNBLOCK -> BlockTransitions.unblock(seen, NOW, who);
      case EXPIRE -> ExpiryTransitions.expire(lease, failure, NOW, RETRY_AT);
      case EXPIRE_FATALLY -> ExpiryTransitions.expireFatally(lease, fatal, ending);
      case EXPIRE_CANCELLED -> ExpiryTransitions.expireCancelled(lease, fatal, ending);
      case GIVE_UP -> Transitions.giveUp(taskId, seen.epoch(), fatal, ending);
      case CANCEL -> ClientTransitions.cancel(taskId, fatal, ending);
      case REQUEST_CANCEL -> ClientTransitions.requestCancel(taskId, NOW, who);
      case REQUEST_KILL -> ClientTransitions.requestKill(ref, NOW, who);
      case RESCHEDULE -> ClientTransitions.reschedule(taskId, seen.epoch(), NOW, RETRY_AT);
      case RUN_NOW -> ClientTransitions.runNow(seen, NOW);
      case TURN -> TurnTransitions.turn(seen, NOW);
      case REDRIVE -> ClientTransitions.redrive(taskId, seen.epoch(), NOW, EXPIRES_AT);
      case HOLD -> GateTransitions.hold(taskId, seen.epoch(), NOW, held(seen), alarmOf(seen), who);
      case PARK -> GateTransitions.park(ref, NOW, held(seen), RETRY_AT, who);
      case DROP -> GateTransitions.drop(taskId, seen.epoch(), fatal, ending);
    };
  }

  /** Returns the task with an end that still has to be settled. */
  private static Association settled(Association seen) {
    var ended = seen.status().finished() ? seen : seen.withStatus(TaskStatus.SUCCESS);
    return ended.withTrigger(new Trigger(Alarm.CHECK, alarmOf(seen)));
  }

  private static TriggerPartition held(Association seen) {
    return seen.header().list(Alarm.HELD);
  }

  private static Instant alarmOf(Association seen) {
    return seen.trigger() == null ? ALARM_AT : seen.trigger().at();
  }
}
