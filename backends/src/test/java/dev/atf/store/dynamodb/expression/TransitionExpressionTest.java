package dev.atf.store.dynamodb.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Change;
import dev.atf.model.task.Guard;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Checks that every guard and every change has its expression, as a sealed switch would in Java 21.
 */
final class TransitionExpressionTest {
  private static final Instant AT = Instant.ofEpochMilli(1_234);
  private static final ClaimId CLAIM = new ClaimId("c1a1c1a1c1a1c1a1");

  private static final List<Guard> GUARDS =
      List.of(
          new Guard.StatusIn(Set.of(TaskStatus.NEW)),
          new Guard.EpochIs(1),
          new Guard.AttemptIs(1),
          new Guard.LambdaIs(new LambdaName("a")),
          new Guard.ScheduledBy(AT),
          new Guard.DeadlineAfter(AT),
          new Guard.CancelNotRequested(),
          new Guard.CancelRequested(),
          new Guard.ClaimIs(CLAIM),
          new Guard.LeaseUntilIs(AT),
          new Guard.LeaseNotAfter(AT),
          new Guard.NotesBefore(1),
          new Guard.AlarmAtIs(AT),
          new Guard.AlarmIsUnset(),
          new Guard.AlarmNotAfter(AT),
          new Guard.OutboxFull(),
          new Guard.OutboxEmpty(),
          new Guard.OnFinishIs(true));

  private static final List<Change> CHANGES =
      List.of(
          new Change.SetStatus(TaskStatus.NEW),
          new Change.SetEpoch(1),
          new Change.AddAttempt(1),
          new Change.SetAttempt(1),
          new Change.SetDeaths(1),
          new Change.SetDrains(1),
          new Change.SetScheduledAt(AT),
          new Change.SetDeadline(AT),
          new Change.SetProgress(Payload.EMPTY),
          new Change.SetCheckpoint(Payload.EMPTY),
          new Change.AddHistory(new HistoryEntry(AT, TaskEvent.CLAIM, 1, 0, "")),
          new Change.Reopen(),
          new Change.Hold(
              TriggerPartition.held(
                  new LambdaName("a"), new Priority("p"), 0, new CollectionName("c")),
              AT),
          new Change.SetPushes(1),
          new Change.SetTrigger(new Trigger(Alarm.DUE, AT)),
          new Change.ClearTrigger(),
          new Change.SetLease(new Lease(CLAIM, new ExecutorId("e"), AT)),
          new Change.ExtendLease(AT),
          new Change.SetNotesSequence(1),
          new Change.MarkAlone(),
          new Change.ClearLease(),
          new Change.SetStartedAt(AT),
          new Change.SetOutcome(Outcome.failure("d", new Failure("c", "m", "", false))),
          new Change.RequestCancel(),
          new Change.RequestKill(1),
          new Change.SetBlock(new Block(new ConditionName("db"), 2)),
          new Change.Finish(AT, AT),
          new Change.SetFinishedAt(AT),
          new Change.EmptyOutbox(List.of("told")));

  @Test
  void everyGuardHasItsWords() {
    assertThat(GUARDS)
        .extracting(guard -> (Object) guard.getClass())
        .containsExactlyInAnyOrder((Object[]) Guard.class.getPermittedSubclasses());

    for (var guard : GUARDS) {
      var expression = new Expression();

      assertThat(new GuardExpression(expression).of(guard)).contains("#");
      // A guard on missing notes also checks that there is a claim; the outbox is a part of the
      // outcome.
      boolean ofOutbox = guard instanceof Guard.OutboxFull || guard instanceof Guard.OutboxEmpty;
      assertThat(expression.names())
          .hasSize(ofOutbox ? 3 : guard instanceof Guard.NotesBefore ? 2 : 1);
    }
  }

  @Test
  void everyChangeHasItsWords() {
    assertThat(CHANGES)
        .extracting(change -> (Object) change.getClass())
        .containsExactlyInAnyOrder((Object[]) Change.class.getPermittedSubclasses());

    for (var change : CHANGES) {
      var clauses = new ChangeExpression(new Expression());
      clauses.add(change);

      assertThat(clauses.text()).as("%s", change).contains("#");
    }
  }
}
