package dev.atf.hsc.plans;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.hsc.HscFixture;
import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Children that handlers schedule come with their success, and with nothing else. */
final class ChildrenTest {
  private static final HscFixture hsc = new HscFixture();
  private static final LambdaName MAIL = new LambdaName("send-email");

  @BeforeEach
  void reset() {
    hsc.reset();
    hsc.lambdas.put(LambdaDefinition.withDefaults(MAIL, NOON), hsc.lambdas.find(MAIL));
    hsc.refresh();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void aSuccessKeepsItsChildrenInItsOutboxAndRingsAtOnce() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(2));
    var now = NOON.plusSeconds(2);

    var verdict =
        hsc.report(
            success(
                ref,
                child(LAMBDA, "one").putLabels("team", "media"),
                child(MAIL, "two")
                    .setPriority("high")
                    .setCollection("marketing")
                    .setDelay(ProtoTimes.proto(Duration.ofMinutes(5)))));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    var parent = hsc.task(ref);
    assertThat(parent.status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(parent.trigger()).isEqualTo(new Trigger(Alarm.CHECK, now));
    assertThat(parent.finishedAt()).isEqualTo(now);
    assertThat(parent.expiresAt()).isNull();
    assertThat(parent.children().outbox())
        .extracting(TaskHeader::taskId)
        .containsExactly(childOf(ref, 0), childOf(ref, 1));
    var second = parent.children().outbox().get(1);
    assertThat(second.lambda()).isEqualTo(MAIL);
    assertThat(second.priority().value()).isEqualTo("high");
    assertThat(Objects.requireNonNull(second.collection()).value()).isEqualTo("marketing");
    assertThat(second.scheduledAt()).isEqualTo(now.plusSeconds(300));
    assertThat(second.parent()).isEqualTo(new Parent(ref.taskId(), ref.epoch(), 1));
    var entity = hsc.store.findEntity(childOf(ref, 0)).orElseThrow();
    assertThat(entity.payload().bytes())
        .isEqualTo("one".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(entity.labels()).isEqualTo(Map.of("team", "media"));
    assertThat(hsc.store.find(childOf(ref, 0))).as("nothing runs of it yet").isEmpty();
  }

  @Test
  void aChildHasItsOrderingKeyAsATaskOfAClientHas() {
    var ref = hsc.claimed();
    var report = success(ref, child(LAMBDA, "one").setOrderingKey("account 17/ü"));

    hsc.report(report);

    var header = hsc.task(ref).children().outbox().get(0);
    var entity = hsc.store.findEntity(header.taskId()).orElseThrow();
    assertThat(header.origin())
        .isEqualTo(new OrderingKey("account 17/ü").origin(header.taskId(), LAMBDA));
    assertThat(Objects.requireNonNull(header.keepUntil()))
        .as("its key has to know that it was there")
        .isAfter(entity.expiresAt());
    assertRefused(child(LAMBDA, "x").setOrderingKey("k".repeat(129)), "orderingKey");
  }

  @Test
  @Tag("F35")
  void aRepeatedReportIsAnsweredAsTheFirst() {
    var ref = hsc.claimed();
    var report = success(ref, child(LAMBDA, "one"));
    var first = hsc.report(report);
    var recorded = hsc.task(ref);
    hsc.clock.advance(Duration.ofSeconds(3));

    assertThat(hsc.report(report)).isEqualTo(first);
    assertThat(hsc.task(ref)).isEqualTo(recorded);
  }

  @Test
  void aReportThatDiedAfterItsEntitiesGoesOnWithThem() {
    var before = hsc.claimed();
    hsc.report(success(before, child(LAMBDA, "one")));
    var again = hsc.claimed();
    hsc.store.putIfAbsent(movedTo(again, hsc.store.findEntity(childOf(before, 0)).orElseThrow()));
    hsc.clock.advance(Duration.ofSeconds(3));

    hsc.report(success(again, child(LAMBDA, "one")));

    var outbox = hsc.task(again).children().outbox();
    assertThat(outbox.get(0).createdAt()).isEqualTo(NOON);
    assertThat(outbox.get(0).scheduledAt()).isEqualTo(NOON);
    assertThat(hsc.task(again).finishedAt()).isEqualTo(NOON.plusSeconds(3));
  }

  @Test
  void anotherReportOfTheSameClaimCannotMakeOthersOfWhatStandsThere() {
    var first = hsc.claimed();
    hsc.report(success(first, child(LAMBDA, "one")));
    var ref = hsc.claimed();
    hsc.store.putIfAbsent(movedTo(ref, hsc.store.findEntity(childOf(first, 0)).orElseThrow()));

    var verdict = hsc.report(success(ref, child(LAMBDA, "another")));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RESULT_CONFLICT);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.CLAIMED);
  }

  @Test
  void aLostClaimLeavesNothingBehind() {
    var ref = hsc.claimed();
    var report = success(ref, child(LAMBDA, "one"));
    report.setAttemptRef(report.getAttemptRef().toBuilder().setClaimId(HscFixture.OTHER_CLAIM));

    assertThat(hsc.report(report).getVerdict()).isEqualTo(Verdict.LEASE_LOST);
    assertThat(hsc.store.findEntity(childOf(ref, 0))).isEmpty();
  }

  @Test
  void aTaskThatIsToBeCancelledMaySucceedWithChildrenAllTheSame() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));

    hsc.report(success(ref, child(LAMBDA, "one")));

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(hsc.task(ref).isUnsettled()).isTrue();
  }

  @Test
  void aLargeResultAndChildrenComeTogether() {
    var ref = hsc.claimed();
    var large = new byte[Limits.INLINE_RESULT_BYTES_MAX + 1];
    var report = HscFixture.success(ref, large);
    report.getSuccessBuilder().addChildren(child(LAMBDA, "one"));

    hsc.report(report);

    assertThat(hsc.task(ref).isUnsettled()).isTrue();
    assertThat(hsc.store.findResult(ref.taskId(), ref.epoch())).isPresent();
  }

  @Test
  void aResultThatIsTooLargeHasNoChildren() {
    var ref = hsc.claimed();
    var report = HscFixture.success(ref, new byte[Limits.RESULT_BYTES_MAX + 1]);
    report.getSuccessBuilder().addChildren(child(LAMBDA, "one"));

    hsc.report(report);

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(hsc.task(ref).children().count()).isZero();
    assertThat(hsc.store.findEntity(childOf(ref, 0))).isEmpty();
  }

  @Test
  void aChildThatCannotBeEndsItsParentAndSaysAllThatIsWrong() {
    assertRefused(child(new LambdaName("nobody"), "x"), "lambda: nobody");
    assertRefused(child(LAMBDA, "x").setLambda("Not A Name"), "lambda: Not A Name");
    assertRefused(
        child(LAMBDA, "x").setPriority("urgent").setCollection("-"), "priority: urgent", "-");
    assertRefused(child(LAMBDA, "x").setIdempotencyKey("k"), "idempotencyKey: k");
    assertRefused(
        child(LAMBDA, "x").setJson(com.google.protobuf.Value.getDefaultInstance()), "json");
    assertRefused(
        child(LAMBDA, "x").setScheduledAt(ProtoTimes.proto(NOON.plus(Duration.ofDays(366)))),
        "scheduledAt");
    assertRefused(
        child(LAMBDA, "x")
            .setData(ByteString.copyFrom(new byte[LambdaDefinition.PAYLOAD_BYTES_MAX_DEFAULT + 1])),
        "data");
  }

  @Test
  void aLambdaThatIsBeingDeletedTakesNoChildren() {
    hsc.lambdas.put(
        LambdaDefinition.withDefaults(MAIL, NOON).withClosedAt(NOON), hsc.lambdas.find(MAIL));
    hsc.refresh();

    assertRefused(child(MAIL, "x"), "it is being deleted");
  }

  @Test
  void moreChildrenThanAnAttemptMayHaveAreRefused() {
    var ref = hsc.claimed();
    var report = HscFixture.success(ref, "{}");
    report.getSuccessBuilder().addAllChildren(Collections.nCopies(101, child(LAMBDA, "x").build()));

    hsc.report(report);

    assertThat(failure(ref)).contains("101 children (expected: at most 100)");
  }

  @Test
  void aHundredChildrenOfManyKindsFitOrAreRefusedVisibly() {
    var alike = hsc.claimed();
    var report = HscFixture.success(alike, "{}");
    for (int i = 0; i < Limits.CHILDREN_MAX; i++) {
      report.getSuccessBuilder().addChildren(child(i % 2 == 0 ? LAMBDA : MAIL, "n" + i));
    }

    hsc.report(report);

    assertThat(hsc.task(alike).children().outbox()).hasSize(Limits.CHILDREN_MAX);
  }

  private static void assertRefused(ScheduleRequest.Builder child, String... said) {
    var ref = hsc.claimed();

    var verdict = hsc.report(success(ref, child(LAMBDA, "good"), child));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(failure(ref)).startsWith("child 1: ").contains(said);
    assertThat(hsc.store.findEntity(childOf(ref, 0))).as("nothing was put").isEmpty();
  }

  private static String failure(TaskRef ref) {
    var failure = Optional.ofNullable(hsc.task(ref).outcome()).orElseThrow().failure();
    assertThat(Objects.requireNonNull(failure).code())
        .isEqualTo(FrameworkFailure.CHILD_REFUSED.name());
    return failure.message();
  }

  private static TaskEntity movedTo(TaskRef ref, TaskEntity entity) {
    var h = entity.header();
    return new TaskEntity(
        new TaskHeader(
            childOf(ref, 0),
            h.lambda(),
            h.priority(),
            h.collection(),
            h.shard(),
            h.createdAt(),
            h.scheduledAt(),
            h.deadline(),
            null),
        entity.payload(),
        entity.labels(),
        entity.fingerprint(),
        entity.expiresAt());
  }

  private static TaskId childOf(TaskRef ref, int number) {
    return new Parent(ref.taskId(), ref.epoch(), number).childId();
  }

  private static ScheduleRequest.Builder child(LambdaName lambda, String data) {
    return ScheduleRequest.newBuilder()
        .setLambda(lambda.value())
        .setData(ByteString.copyFromUtf8(data))
        .setContentType("text/plain");
  }

  private static AttemptResult.Builder success(TaskRef ref, ScheduleRequest.Builder... children) {
    var report = HscFixture.success(ref, "{}");
    for (var child : children) {
      report.getSuccessBuilder().addChildren(child);
    }
    return report;
  }
}
