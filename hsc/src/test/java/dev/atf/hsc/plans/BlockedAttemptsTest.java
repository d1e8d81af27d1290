package dev.atf.hsc.plans;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.OTHER_EXECUTOR;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.hsc.HscFixture;
import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.PlanId;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimRefusal.Reason;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.testing.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attempts that are blocked on a condition. */
final class BlockedAttemptsTest {
  private static final LambdaName PROBE = new LambdaName("probe");
  private static final ConditionName DATABASE = new ConditionName("orders-db");

  private final HscFixture hsc = new HscFixture();

  @BeforeEach
  void registerProbe() {
    hsc.lambdas.put(LambdaDefinition.withDefaults(PROBE, NOON), hsc.lambdas.find(PROBE));
    hsc.refresh();
  }

  @AfterEach
  void close() {
    hsc.close();
  }

  @Test
  void anAttemptIsGivenBackAndItsTaskWaitsAmongTheAlarms() {
    var ref = hsc.claimed();

    var verdict = hsc.report(blocked(ref));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(verdict.getStatus()).isEqualTo(dev.atf.protocol.v1.TaskStatus.BLOCKED);
    var task = hsc.task(ref);
    assertThat(task.status()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(task.attempt()).isZero();
    assertThat(task.block()).isEqualTo(new Block(DATABASE, 1));
    assertThat(task.trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOON.plusSeconds(30)));
  }

  @Test
  void theFirstClosesTheConditionWithTheTesterAndTheOthersJoin() {
    var first = hsc.claimed();
    var second = hsc.claimed();

    hsc.report(blocked(first));
    var closed = row();
    hsc.report(blocked(second));

    assertThat(closed.state().phase()).isEqualTo(ConditionPhase.CLOSED);
    assertThat(closed.state().tester().lambda()).isEqualTo(PROBE);
    assertThat(closed.plan().alarmAt()).isEqualTo(NOON);
    var contents = hsc.store.findEntity(closed.state().tester().contents()).orElseThrow();
    assertThat(contents.payload().bytes()).isEqualTo("{}".getBytes(UTF_8));
    assertThat(row()).as("a closed condition is not written again").isEqualTo(closed);
    assertThat(hsc.plans.parts(closed.plan().id(), "", 10))
        .extracting(ConditionRow::task)
        .containsExactlyInAnyOrder(first.taskId(), second.taskId());
  }

  @Test
  void aRepeatedReportIsAnsweredAsTheFirst() {
    var ref = hsc.claimed();
    hsc.faults.failNext(Fault.REPLY_LOST, Fault.REPLY_LOST);

    hsc.report(blocked(ref));
    var again = hsc.report(blocked(ref));

    assertThat(again.getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(hsc.task(ref).attempt()).isZero();
    assertThat(hsc.task(ref).block()).isEqualTo(new Block(DATABASE, 1));
  }

  @Test
  void aTaskThatWasAskedToStopIsCancelled() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, "no"));

    hsc.report(blocked(ref));

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  void aTesterThatCannotBeScheduledIsARetriableFailure() {
    var ref = hsc.claimed();
    var unknown = blocked(ref);
    unknown.getBlockedBuilder().getTesterBuilder().setLambda("nobody");

    hsc.report(unknown);

    var task = hsc.task(ref);
    assertThat(task.status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    var failure = Objects.requireNonNull(Objects.requireNonNull(task.outcome()).failure());
    assertThat(failure.code()).isEqualTo("CONDITION_REFUSED");
    assertThat(failure.message()).contains("nobody");
    assertThat(hsc.plans.find(id())).isEmpty();
  }

  @Test
  void aTaskThatIsBlockedTooOftenFails() {
    var header = hsc.header();
    hsc.store.create(
        Association.scheduled(header).withBlock(new Block(DATABASE, Limits.BLOCKS_MAX)));
    var ref = hsc.claimed(header);

    hsc.report(blocked(ref));

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
  }

  @Test
  void anAttemptThatBeganBeforeTheConditionClearedIsTriedAgainAtOnce() {
    var first = hsc.claimed();
    var slow = hsc.claimed();
    hsc.report(blocked(first));
    clear(NOON.plusSeconds(5));
    hsc.clock.advance(Duration.ofSeconds(6));

    hsc.report(blocked(slow));

    assertThat(hsc.task(slow).status()).isEqualTo(TaskStatus.NEW);
    assertThat(hsc.task(slow).attempt()).isZero();
    assertThat(row().state().phase()).isEqualTo(ConditionPhase.CLEAR);
  }

  @Test
  void anAttemptThatBeganAfterTheConditionClearedClosesItAgain() {
    hsc.report(blocked(hsc.claimed()));
    clear(NOON.plusSeconds(5));
    hsc.clock.advance(Duration.ofSeconds(6));
    var ref = hsc.claimed();

    hsc.report(blocked(ref));

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.BLOCKED);
    var state = row().state();
    assertThat(state.phase()).isEqualTo(ConditionPhase.CLOSED);
    assertThat(state.closedAt()).isEqualTo(NOON.plusSeconds(6));
    assertThat(state.failures()).as("it did not last").isEqualTo(1);
  }

  @Test
  void aConditionThatHoldsItsLambdaBlocksOthersUnstarted() {
    var ref = hsc.claimed();
    var waiting = hsc.enqueued();
    var holding = blocked(ref);
    holding.getBlockedBuilder().setHoldLambda(true);
    hsc.report(holding);

    var verdict = hsc.claim(waiting, OTHER_CLAIM, OTHER_EXECUTOR);

    assertThat(verdict.getRefused().getReason()).isEqualTo(Reason.CONDITION_CLOSED);
    assertThat(hsc.task(waiting).status()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(hsc.task(waiting).attempt()).isZero();
    assertThat(hsc.plans.parts(id(), "", 10))
        .extracting(ConditionRow::task)
        .containsExactlyInAnyOrder(ref.taskId(), waiting.taskId());
  }

  @Test
  void aClearConditionHoldsWhatItHasNotReleasedUntilItRests() {
    var ref = hsc.claimed();
    var holding = blocked(ref);
    holding.getBlockedBuilder().setHoldLambda(true);
    hsc.report(holding);
    clear(NOON);
    var started = hsc.releasedAgain(ref);
    var waiting = hsc.enqueued();

    assertThat(hsc.claim(started).hasClaimed()).isTrue();
    assertThat(hsc.claim(waiting).getRefused().getReason()).isEqualTo(Reason.CONDITION_CLOSED);
    hsc.plans.put(row().plan().next(row().plan().state(), null));
    assertThat(hsc.claim(hsc.enqueued()).hasClaimed()).isTrue();
  }

  @Test
  @Tag("P12")
  void aConditionThatCannotBeReadStopsNoOtherTask() {
    var ref = hsc.claimed();
    var other = hsc.claimed();
    var holding = blocked(ref);
    holding.getBlockedBuilder().setHoldLambda(true);
    hsc.report(holding);
    var row = row().plan();
    hsc.plans.put(row.next(new Bytes(new byte[] {82, 99}), row.alarmAt()));

    assertThat(hsc.claim(hsc.enqueued()).hasClaimed()).isTrue();
    hsc.report(blocked(other));
    var task = hsc.task(other);
    assertThat(task.status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(Objects.requireNonNull(Objects.requireNonNull(task.outcome()).failure()).message())
        .contains("condition orders-db of lambda resize-image cannot be read");
  }

  private static AttemptResult.Builder blocked(TaskRef ref) {
    return HscFixture.result(ref)
        .setBlocked(
            AttemptResult.Blocked.newBuilder()
                .setCondition(DATABASE.value())
                .setReason("connection refused")
                .setTester(
                    AttemptResult.Tester.newBuilder()
                        .setLambda(PROBE.value())
                        .setData(ByteString.copyFromUtf8("{}"))
                        .setContentType("application/json")));
  }

  private static PlanId id() {
    return ConditionRow.id(LAMBDA, DATABASE);
  }

  private ConditionRow row() {
    return ConditionCodec.read(hsc.plans.find(id()).orElseThrow());
  }

  /** Clears the condition as an operator does; its tasks are still to be released. */
  private void clear(Instant at) {
    hsc.plans.put(ConditionCodec.write(row().released("ada", at)));
  }
}
