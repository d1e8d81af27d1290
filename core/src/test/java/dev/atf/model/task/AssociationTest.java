package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.origin.Origin;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions about the state of a task, and changes that depend on it. */
final class AssociationTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final TaskId ID = new TaskId("0123456789abcdef0123456789abcdef");
  private static final ClaimId CLAIM = new ClaimId("c1a1c1a1c1a1c1a1");
  private static final Lease LEASE = new Lease(CLAIM, new ExecutorId("host:1:a"), NOW);
  private static final TaskHeader HEADER =
      new TaskHeader(
          ID,
          new LambdaName("resize"),
          new Priority("high"),
          new CollectionName("marketing"),
          3,
          NOW,
          NOW,
          NOW.plusSeconds(60),
          null);
  private static final Association TASK = Association.scheduled(HEADER);
  private static final Association RUNNING =
      TASK.with().status(TaskStatus.CLAIMED).epoch(7).lease(LEASE).build();
  private static final Outcome OUTCOME = Outcome.success("d", Payload.EMPTY);
  private static final Children TWO = new Children(2, List.of());

  @Test
  void onlyANewTaskInNoListWaitsForItsTurn() {
    var waiting = Association.waiting(HEADER);

    assertThat(waiting.waits()).isTrue();
    assertThat(TASK.waits()).isFalse();
    assertThat(waiting.withStatus(TaskStatus.SUCCESS).waits()).isFalse();
  }

  @Test
  void aTaskIsBlockedOnTheConditionOfItsLatestBlock() {
    var database = new ConditionName("orders-db");
    var blocked = TASK.withStatus(TaskStatus.BLOCKED).withBlock(new Block(database, 1));

    assertThat(blocked.isBlockedOn(database)).isTrue();
    assertThat(blocked.isBlockedOn(new ConditionName("other"))).isFalse();
    assertThat(blocked.withStatus(TaskStatus.ENQUEUED).isBlockedOn(database)).isFalse();
    assertThat(blocked.withBlock(null).isBlockedOn(database)).isFalse();
  }

  @Test
  void anAttemptHoldsATaskInItsEpochWithItsClaimWhileTheTaskRuns() {
    var attempt = new Attempt(new TaskRef(ID, 7), CLAIM);

    assertThat(RUNNING.isHeldBy(attempt)).isTrue();
    assertThat(RUNNING.withStatus(TaskStatus.PROCESSING).isHeldBy(attempt)).isTrue();
    assertThat(RUNNING.withStatus(TaskStatus.ENQUEUED).isHeldBy(attempt)).isFalse();
    assertThat(RUNNING.withEpoch(8).isHeldBy(attempt)).isFalse();
    assertThat(RUNNING.withLease(null).isHeldBy(attempt)).isFalse();
    assertThat(RUNNING.isHeldBy(new Attempt(new TaskRef(ID, 7), new ClaimId("d1a1c1a1c1a1c1a1"))))
        .isFalse();
  }

  @Test
  void childrenAreThoseOfTheOutcome() {
    var ended = RUNNING.withOutcome(OUTCOME);

    assertThat(TASK.children()).isEqualTo(Children.NONE);
    assertThat(TASK.childIds()).isEmpty();
    assertThat(TASK.withChildren(TWO)).isEqualTo(TASK);
    assertThat(ended.withChildren(TWO).children()).isEqualTo(TWO);
    assertThat(ended.withChildren(TWO).childIds())
        .containsExactly(new Parent(ID, 7, 0).childId(), new Parent(ID, 7, 1).childId());
  }

  @ParameterizedTest
  @EnumSource(TaskStatus.class)
  void aTaskNeedsAttentionUntilItIsFinishedAndItsOutboxIsEmpty(TaskStatus status) {
    var task = TASK.withStatus(status).withOutcome(OUTCOME);
    var notices = Notices.toCreate(List.of("audit"));
    var joins = List.of(new Join(0, new LambdaName("a"), 1, 2, "f", NOW));

    assertThat(task.needsAttention()).isEqualTo(!status.finished());
    assertThat(task.isUnsettled()).isFalse();
    for (var outcome :
        List.of(OUTCOME.with(notices), OUTCOME.with(Children.toCreate(List.of(), joins)))) {
      assertThat(task.withOutcome(outcome).isUnsettled()).isTrue();
      assertThat(task.withOutcome(outcome).needsAttention()).isTrue();
    }
  }

  @Test
  void theStateOfANewTaskNamesTheEventThatCreatedIt() {
    var ending = new Ending(NOW, NOW, History.NONE);

    assertThat(TASK.creationEvent()).isEqualTo(TaskEvent.SCHEDULE);
    assertThat(Association.waiting(HEADER).creationEvent()).isEqualTo(TaskEvent.SCHEDULE_WAITING);
    assertThat(Association.scheduledExpress(HEADER, NOW, NOW).creationEvent())
        .isEqualTo(TaskEvent.SCHEDULE_EXPRESS);
    assertThat(Association.abandoned(HEADER, ending).creationEvent()).isEqualTo(TaskEvent.ABANDON);
  }

  @Test
  void aTaskRunsAloneAfterTwoDeaths() {
    assertThat(TASK.withDeaths(1).runsAlone()).isFalse();
    assertThat(TASK.withDeaths(2).runsAlone()).isTrue();
    assertThat(TASK.withDeaths(3).runsAlone()).isTrue();
  }

  @Test
  void changesOfALeaseLeaveATaskWithoutOneAsItIs() {
    for (var change :
        List.of(
            new Change.ExtendLease(NOW),
            new Change.SetNotesSequence(4),
            new Change.MarkAlone(),
            new Change.EmptyOutbox(List.of("audit")))) {
      assertThat(change.apply(TASK)).isEqualTo(TASK);
    }
    assertThat(new Change.ExtendLease(NOW.plusMillis(1)).apply(RUNNING).lease())
        .isEqualTo(LEASE.withUntil(NOW.plusMillis(1)));
    assertThat(new Change.SetNotesSequence(4).apply(RUNNING).lease())
        .isEqualTo(LEASE.withNotesSequence(4));
    assertThat(new Change.MarkAlone().apply(RUNNING).lease()).isEqualTo(LEASE.withAlone(true));
  }

  @Test
  void anEmptiedOutboxKeepsTheNumberOfChildrenAndTheNamesOfTheNotices() {
    var child = HEADER.withTaskId(new Parent(ID, 7, 0).childId());
    var outcome =
        OUTCOME
            .with(Children.toCreate(List.of(child), List.of()))
            .with(Notices.toCreate(List.of("audit", "unwanted")));

    var emptied =
        new Change.EmptyOutbox(List.of("audit")).apply(RUNNING.withOutcome(outcome)).outcome();

    assertThat(emptied)
        .isEqualTo(
            OUTCOME
                .with(new Children(1, List.of()))
                .with(new Notices(List.of(), List.of("audit"))));
  }

  @Test
  void aTaskWithAnIdempotencyKeyIsKeptAsLongAsItsKey() {
    var finish = new Change.Finish(NOW, NOW.plusSeconds(5));
    var keyed = TASK.withHeader(HEADER.withKeepUntil(NOW.plusSeconds(9)));

    assertThat(finish.apply(TASK).expiresAt()).isEqualTo(NOW.plusSeconds(5));
    assertThat(finish.apply(keyed).expiresAt()).isEqualTo(NOW.plusSeconds(9));
    assertThat(finish.apply(keyed).finishedAt()).isEqualTo(NOW);
  }

  @Test
  void anEmptyResultIsNotStored() {
    var one = new Payload(new byte[] {1}, "x/y");

    assertThat(Outcome.success("d", Payload.EMPTY).result()).isNull();
    assertThat(Outcome.success("d", one).result()).isEqualTo(one);
  }

  @Test
  void eachAlarmHasItsListAndCanariesTheirOwn() {
    var canary = HEADER.withOrigin(new Origin(Origin.CANARY, ID.value(), "2026", ID));
    var ordered = HEADER.withOrigin(new Origin(Origin.ORDER, ID.value(), "7", ID));

    assertThat(HEADER.list(Alarm.DUE).key()).isEqualTo("resize/high/3");
    assertThat(HEADER.list(Alarm.CHECK).key()).isEqualTo("resize/high/3/check");
    assertThat(HEADER.list(Alarm.HELD).key()).isEqualTo("resize/high/3/held/marketing");
    for (var listed : List.of(HEADER, ordered)) {
      assertThat(listed.isCanary()).isFalse();
      assertThat(listed.list(Alarm.DEAD).key()).isEqualTo("resize/d3");
      assertThat(listed.list(Alarm.DONE).key()).isEqualTo("resize/f3");
    }
    assertThat(canary.isCanary()).isTrue();
    assertThat(canary.list(Alarm.DEAD).key()).isEqualTo("resize/dead-canaries");
    assertThat(canary.list(Alarm.DONE).key()).isEqualTo("resize/done-canaries");
  }

  @Test
  void aFairnessKeyGivesATaskItsGroup() {
    var acme = new FairnessKey("acme");
    var keyed = HEADER.withFairnessKey(acme);

    assertThat(HEADER.group()).isEqualTo(KeyGroup.NONE);
    assertThat(keyed.group()).isEqualTo(acme.group());
    assertThat(keyed.list(Alarm.DUE).key()).isEqualTo("resize/high/3/group/407");
  }

  @Test
  void aTaskHasContentsOfItsOwnUnlessItsPlanSharesThem() {
    var shared = TaskId.ofText("shared");
    var planned = HEADER.withOrigin(new Origin("periodic", ID.value(), "2026", shared));

    assertThat(HEADER.contents()).isEqualTo(ID);
    assertThat(planned.contents()).isEqualTo(shared);
  }
}
