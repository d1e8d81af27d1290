package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.HscFixture;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.store.StoreException;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.FaultyGates;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class GatedClaimsTest {
  private static final CollectionName THUMBNAILS = new CollectionName("thumbnails");
  private static final HscFixture hsc = new HscFixture();

  @BeforeEach
  void reset() {
    hsc.reset();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void aTaskOfAPausedLambdaGoesBackWithItsTimeAndAllItsAttempts() {
    var ref = due(NOON.minusSeconds(90));
    hsc.gate(null, GateState.PAUSED);

    var refusal = claim(ref);

    assertThat(refusal.getReason()).isEqualTo(ClaimRefusal.Reason.PAUSED);
    var task = hsc.task(ref);
    assertThat(task.status()).isEqualTo(TaskStatus.NEW);
    assertThat(task.attempt()).isZero();
    assertThat(task.trigger()).isEqualTo(new Trigger(Alarm.DUE, NOON.minusSeconds(90)));
    assertThat(task.history().entries())
        .last()
        .isEqualTo(
            new HistoryEntry(
                NOON, TaskEvent.PARK, 1, 0, "gate of the lambda set by ada: a bad release"));
  }

  @Test
  void aTaskOfAPausedCollectionWaitsWhereTheCollectionsTasksWait() {
    var ref = due(NOON.minusSeconds(90));
    hsc.gate(THUMBNAILS, GateState.PAUSED);

    var refusal = claim(ref);

    assertThat(refusal.getReason()).isEqualTo(ClaimRefusal.Reason.PAUSED);
    assertThat(hsc.task(ref).trigger()).isEqualTo(new Trigger(Alarm.HELD, NOON.minusSeconds(90)));
  }

  @Test
  void otherCollectionsAndLambdasPass() {
    var ref = hsc.enqueued();
    hsc.gate(new CollectionName("originals"), GateState.PAUSED);
    hsc.gates.put(
        new Gate(new LambdaName("other"), null, GateState.DROPPING, null, "", "ada", NOON));
    hsc.refresh();

    assertThat(hsc.claim(ref).hasClaimed()).isTrue();
  }

  @Test
  void aTaskThatWasRescheduledTakesItsPlaceByItsPresentTime() {
    var header = hsc.header(NOON.plusSeconds(600), NOON.plus(Duration.ofDays(1)));
    var ref = hsc.enqueued(header);
    hsc.apply(ClientTransitions.reschedule(ref.taskId(), 1, NOON, NOON));
    var current = hsc.releasedAgain(ref);
    hsc.gate(null, GateState.PAUSED);

    claim(current);

    assertThat(hsc.task(ref).trigger()).isEqualTo(new Trigger(Alarm.DUE, NOON));
  }

  @Test
  void afterTheGateHasOpenedTheTaskRunsAsIfNothingHadBeen() {
    var ref = hsc.enqueued();
    hsc.gate(null, GateState.PAUSED);
    claim(ref);
    hsc.gate(null, GateState.OPEN);

    var work = hsc.claim(hsc.releasedAgain(ref)).getClaimed();

    assertThat(work.getAttempt()).isEqualTo(1);
    assertThat(work.getEpoch()).isEqualTo(2);
    assertThat(claim(ref).getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
  }

  @Test
  void aGateOpensByItselfWhenItsTimeIsOver() {
    var ref = hsc.enqueued();
    hsc.gates.put(new Gate(LAMBDA, null, GateState.PAUSED, NOON.plusMillis(1), "", "ada", NOON));
    hsc.refresh();
    hsc.clock.advance(Duration.ofMillis(1));

    assertThat(hsc.claim(ref).hasClaimed()).isTrue();
  }

  @Test
  @Tag("B6")
  void aDroppingGateEndsTheTaskVisibly() {
    var ref = hsc.enqueued();
    hsc.gate(THUMBNAILS, GateState.DROPPING);

    var refusal = claim(ref);

    assertThat(refusal.getReason()).isEqualTo(ClaimRefusal.Reason.DROPPED);
    var task = hsc.task(ref);
    assertThat(task.status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(task.attempt()).isZero();
    assertThat(task.trigger()).isEqualTo(new Trigger(Alarm.DONE, NOON));
    var failure = Objects.requireNonNull(Objects.requireNonNull(task.outcome()).failure());
    assertThat(failure.code()).isEqualTo("DROPPED");
    assertThat(failure.message())
        .isEqualTo("gate of collection thumbnails set by ada: a bad release");
  }

  @Test
  void aDroppingGateThatWasNotReadForLongOnlyPauses() {
    var ref = hsc.enqueued();
    hsc.gate(null, GateState.DROPPING);
    hsc.clock.advance(Duration.ofSeconds(31));

    assertThat(claim(ref).getReason()).isEqualTo(ClaimRefusal.Reason.PAUSED);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.NEW);

    hsc.refresh();
    assertThat(claim(hsc.enqueued()).getReason()).isEqualTo(ClaimRefusal.Reason.DROPPED);
  }

  @Test
  void aStaleReferenceBeforeAClosedGateIsStaleAndChangesNothing() {
    var ref = hsc.claimed();
    var before = hsc.task(ref);
    for (var state : new GateState[] {GateState.PAUSED, GateState.DROPPING}) {
      hsc.gate(null, state);

      var verdict = hsc.claim(ref, HscFixture.OTHER_CLAIM, HscFixture.OTHER_EXECUTOR);

      assertThat(verdict.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
      assertThat(hsc.task(ref)).isEqualTo(before);
    }
  }

  @Test
  void aClaimThatWasGrantedBeforeTheGateClosedIsAnsweredAsBefore() {
    var ref = hsc.enqueued();
    var first = hsc.claim(ref);
    hsc.gate(null, GateState.PAUSED);

    assertThat(hsc.claim(ref)).isEqualTo(first);
    assertThat(hsc.heartbeat(ref).getLostList()).isEmpty();
  }

  @Test
  void aTaskThatCannotBeParkedIsLeftToItsAlarmAndRefusedAllTheSame() {
    var ref = hsc.enqueued();
    hsc.gate(null, GateState.PAUSED);
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThat(claim(ref).getReason()).isEqualTo(ClaimRefusal.Reason.PAUSED);

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(hsc.count("atf.hsc.gate.writes.failed")).isEqualTo(1);
  }

  @Test
  void aParkWhoseAnswerWasLostIsStillADefiniteAnswer() {
    var ref = hsc.enqueued();
    hsc.gate(null, GateState.PAUSED);
    hsc.faults.failNext(Fault.REPLY_LOST);

    assertThat(claim(ref).getReason()).isIn(ClaimRefusal.Reason.PAUSED, ClaimRefusal.Reason.STALE);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void gatesThatCannotBeReadStayAsTheyWereAndLambdasAreReadAllTheSame() {
    var before = HscFixture.DEFINITION.withLeaseTimeout(Duration.ofMinutes(1));
    try (var blind = new HscFixture(before)) {
      blind.gate(null, GateState.PAUSED);
      blind.gates.put(new Gate(LAMBDA, null, GateState.OPEN, null, "", "ada", NOON));
      blind.gates.failReads(true);
      blind.lambdas.put(
          HscFixture.DEFINITION.withLeaseTimeout(Duration.ofMinutes(2)), Optional.of(before));

      assertThatThrownBy(blind::refresh).isInstanceOf(StoreException.class);

      var settings = settings(blind);
      assertThat(settings.getPaused()).isTrue();
      assertThat(settings.getLease()).isEqualTo(ProtoTimes.proto(Duration.ofMinutes(2)));
    }
  }

  @Test
  void refusesClaimsUntilGatesWereRead() {
    var registry = new FaultyGates();
    var gates = new ClosedGates(registry, () -> 0);
    registry.put(new Gate(LAMBDA, null, GateState.PAUSED, null, "", "ada", NOON));
    registry.failReads(true);

    assertThatThrownBy(() -> gates.before(LAMBDA, null, NOON)).isInstanceOf(StoreException.class);
    registry.failReads(false);
    assertThat(gates.before(LAMBDA, null, NOON)).isPresent();
  }

  @Test
  void controllersAreToldOfAPausedLambdaButNotOfOneThatDrops() {
    assertThat(settings(hsc).getPaused()).isFalse();
    hsc.gate(null, GateState.PAUSED);
    assertThat(settings(hsc).getPaused()).isTrue();
    // The references of a dropping one are claimed, so that their tasks end soon.
    hsc.gate(null, GateState.DROPPING);
    assertThat(settings(hsc).getPaused()).isFalse();
  }

  private static LambdaSettings settings(HscFixture asked) {
    return asked
        .hsc
        .describeLambdas(DescribeLambdasRequest.newBuilder().addLambdas(LAMBDA.value()).build())
        .getLambdas(0);
  }

  private static TaskRef due(Instant scheduledAt) {
    return hsc.enqueued(hsc.header(scheduledAt, NOON.plus(Duration.ofDays(30))));
  }

  private static ClaimRefusal claim(TaskRef ref) {
    return hsc.claim(ref).getRefused();
  }
}
