package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import java.time.Instant;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/**
 * Tests the guards and changes of the events of blocked tasks against a second, independent list.
 */
final class BlockTransitionsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Instant LATER = NOW.plusSeconds(30);
  private static final TaskId ID = new TaskId("0123456789abcdef0123456789abcdef");
  private static final TaskRef REF = new TaskRef(ID, 7);
  private static final ClaimId CLAIM = new ClaimId("c1a1c1a1c1a1c1a1");
  private static final LambdaName LAMBDA = new LambdaName("resize-image");
  private static final Block BLOCK = new Block(new ConditionName("orders-db"), 2);
  private static final Guard EPOCH = new Guard.EpochIs(7);
  private static final Payload PROGRESS = new Payload(new byte[] {'5'}, Payload.JSON);

  @Test
  void block() {
    var transition =
        BlockTransitions.block(
            new Attempt(REF, CLAIM),
            LAMBDA,
            BLOCK,
            "d",
            "refused",
            NOW,
            LATER,
            new Notes(PROGRESS, null));

    assertThat(transition.guards())
        .containsExactlyInAnyOrder(
            new Guard.StatusIn(EnumSet.of(TaskStatus.CLAIMED, TaskStatus.PROCESSING)),
            EPOCH,
            new Guard.ClaimIs(CLAIM),
            new Guard.LambdaIs(LAMBDA),
            new Guard.CancelNotRequested());
    assertThat(transition.changes())
        .containsExactlyInAnyOrder(
            new Change.SetStatus(TaskStatus.BLOCKED),
            new Change.AddAttempt(-1),
            new Change.SetOutcome(new Outcome("d", null, false, null)),
            new Change.SetBlock(BLOCK),
            new Change.SetPushes(1),
            new Change.SetTrigger(new Trigger(Alarm.CHECK, LATER)),
            history(TaskEvent.BLOCK, "on orders-db: refused"),
            new Change.SetProgress(PROGRESS));
  }

  @Test
  void blockUnclaimed() {
    var transition = BlockTransitions.blockUnclaimed(REF, BLOCK, NOW, LATER);

    assertThat(transition.guards())
        .containsExactlyInAnyOrder(new Guard.StatusIn(EnumSet.of(TaskStatus.ENQUEUED)), EPOCH);
    assertThat(transition.changes())
        .containsExactlyInAnyOrder(
            new Change.SetStatus(TaskStatus.BLOCKED),
            new Change.SetBlock(BLOCK),
            new Change.SetPushes(1),
            new Change.SetTrigger(new Trigger(Alarm.CHECK, LATER)),
            history(TaskEvent.BLOCK_UNCLAIMED, "on orders-db: which holds its lambda"));
  }

  @Test
  void lookAgain() {
    var transition = BlockTransitions.lookAgain(REF, NOW, 3, LATER);

    assertThat(transition.event()).isEqualTo(TaskEvent.LOOK_AGAIN);
    assertThat(transition.guards()).contains(EPOCH, new Guard.AlarmAtIs(NOW));
    assertThat(transition.changes())
        .containsExactlyInAnyOrder(
            new Change.SetPushes(3), new Change.SetTrigger(new Trigger(Alarm.CHECK, LATER)));
  }

  @Test
  void unblock() {
    var seen =
        Association.scheduled(
                new TaskHeader(ID, LAMBDA, new Priority("high"), null, 0, NOW, NOW, LATER, null))
            .withEpoch(7);

    var transition = BlockTransitions.unblock(seen, NOW, "clear");

    assertThat(transition.guards())
        .containsExactlyInAnyOrder(new Guard.StatusIn(EnumSet.of(TaskStatus.BLOCKED)), EPOCH);
    assertThat(transition.changes())
        .containsExactlyInAnyOrder(
            new Change.SetStatus(TaskStatus.NEW),
            new Change.SetTrigger(new Trigger(Alarm.DUE, NOW)),
            history(TaskEvent.UNBLOCK, "clear"));
  }

  private static Change history(TaskEvent event, String detail) {
    return new Change.AddHistory(new HistoryEntry(NOW, event, 7, 0, detail));
  }
}
