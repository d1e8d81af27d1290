package dev.atf.hsc.plans;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.atf.hsc.HscFixture;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimRefusal.Reason;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.HintPlansResponse;
import dev.atf.protocol.v1.PlanHint;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceImplBase;
import dev.atf.protocol.v1.TaskHint;
import dev.atf.store.ConsumerNote;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which hints of ends store consumers get, and that results do not depend on them. */
final class HintsTest {
  private static final String ADDRESS = "http://10.0.0.7:8083";
  private static final PlanId JOB = PlanId.of(PlanKind.JOB, LAMBDA, "night");
  private static final PlanId OTHER_JOB = PlanId.of(PlanKind.JOB, LAMBDA, "day");

  private static final LambdaName PROBE = new LambdaName("probe");

  private final HscFixture hsc = new HscFixture();
  private final List<Server> servers = new ArrayList<>();

  @AfterEach
  void close() {
    servers.forEach(Server::shutdownNow);
    hsc.close();
  }

  @Test
  void eachStoreConsumerIsToldOfAnEnd() {
    var one = consumer(ADDRESS);
    var other = consumer("http://10.0.0.8:8083");

    succeed(JOB);

    var hint =
        PlanHint.newBuilder()
            .setPlanId(JOB.value())
            .setKind("job")
            .setLambda(LAMBDA.value())
            .setEnded(1)
            .build();
    eventually(() -> assertThat(one.hints).containsExactly(hint));
    eventually(() -> assertThat(other.hints).containsExactly(hint));
  }

  @Test
  void noPlanIsHintedAtForATaskThatIsRetriedOrHasNone() {
    var consumer = consumer(ADDRESS);
    var retried = claimed(JOB);
    hsc.report(HscFixture.retriable(retried, "ILL"));
    hsc.report(HscFixture.success(hsc.claimed(), "{}"));

    succeed(OTHER_JOB);

    eventually(() -> assertThat(consumer.plans()).containsExactly(OTHER_JOB.value()));
  }

  @Test
  void aRetryIsHintedAtAsItWasWritten() {
    var consumer = consumer(ADDRESS);
    var retried = claimed(JOB);

    hsc.report(HscFixture.retriable(retried, "ILL"));

    var task = hsc.store.find(retried.taskId()).orElseThrow();
    var hint =
        TaskHint.newBuilder()
            .setTaskId(retried.taskId().value())
            .setEpoch(task.epoch())
            .setDueAt(ProtoTimes.proto(task.trigger().at()))
            .setLambda(LAMBDA.value())
            .setPriority(task.header().priority().value())
            .setCollection(task.header().collection().value())
            .build();
    eventually(() -> assertThat(consumer.tasks).containsExactly(hint));
  }

  @Test
  void aRetryThatThePollFindsInTimeIsNotHintedAt() {
    var consumer = consumer(ADDRESS);
    consumer.lookAhead = Duration.ofSeconds(1);
    succeed(JOB);
    eventually(() -> assertThat(hints("taken")).isEqualTo(1));
    var retried = HscFixture.retriable(claimed(JOB), "ILL");
    retried.getRetriableFailureBuilder().setRetryAfter(ProtoTimes.proto(Duration.ofMillis(1_001)));
    hsc.report(retried);

    succeed(OTHER_JOB);

    eventually(() -> assertThat(consumer.plans()).containsExactly(JOB.value(), OTHER_JOB.value()));
    assertThat(consumer.tasks).isEmpty();
  }

  @Test
  void endsForGoodOfEveryKindAreTold() {
    var consumer = consumer(ADDRESS);

    hsc.report(HscFixture.fatal(claimed(JOB), "BROKEN"));

    eventually(() -> assertThat(consumer.plans()).containsExactly(JOB.value()));
  }

  @Test
  void aDropAtTheClaimIsTold() {
    var consumer = consumer(ADDRESS);
    var ref =
        hsc.enqueued(
            hsc.header()
                .withOrigin(PlanKind.JOB.origin(JOB, "0-only/1/1", TaskId.ofText("contents"))));
    hsc.gate(null, GateState.DROPPING);

    assertThat(hsc.claim(ref).getRefused().getReason()).isEqualTo(Reason.DROPPED);

    eventually(() -> assertThat(consumer.plans()).containsExactly(JOB.value()));
  }

  @Test
  void aClosedConditionAndATaskThatIsBlockedTooLateAreHintedAt() {
    var consumer = consumer(ADDRESS);
    hsc.lambdas.put(LambdaDefinition.withDefaults(PROBE, NOON), hsc.lambdas.find(PROBE));
    hsc.refresh();
    var condition = ConditionRow.id(LAMBDA, new ConditionName("orders-db"));

    hsc.report(blocked(hsc.claimed()));
    var late = hsc.enqueued();
    hsc.faults.beforeNext(() -> clear(condition));
    assertThat(hsc.claim(late).getRefused().getReason()).isEqualTo(Reason.CONDITION_CLOSED);

    assertThat(hsc.task(late).status()).isEqualTo(TaskStatus.NEW);
    eventually(() -> assertThat(consumer.plans()).containsExactly(condition.value()));
    eventually(
        () ->
            assertThat(consumer.tasks)
                .extracting(TaskHint::getTaskId)
                .containsExactly(late.taskId().value()));
  }

  @Test
  void membersThatCannotBeCalledAreLeftOut() {
    var unable = consumer("unable");
    var older = consumer("");
    var file = consumer("file:///etc/passwd");
    var able = consumer(ADDRESS);

    succeed(JOB);

    eventually(() -> assertThat(able.hints).hasSize(1));
    eventually(() -> assertThat(hints("taken")).isEqualTo(1));
    assertThat(List.of(unable, older, file)).allMatch(one -> one.hints.isEmpty());
  }

  @Test
  void consumersGetHintsUntilTheTimeoutOfTheirHeartbeats() {
    hsc.clock.advance(Duration.ofMinutes(4));
    var gone = consumer(ADDRESS);
    var able =
        consumer(new ConsumerNote("http://10.0.0.8:8083", true, Duration.ofMinutes(10)).text());

    succeed(JOB);

    eventually(() -> assertThat(hints("taken")).isEqualTo(1));
    assertThat(able.plans()).containsExactly(JOB.value());
    assertThat(gone.hints).isEmpty();
  }

  @Test
  void aConsumerThatRefusesIsLeftAloneAndTheOthersAreTold() {
    var bad = consumer(ADDRESS);
    bad.failure = Status.UNAVAILABLE;
    var good = consumer("http://10.0.0.8:8083");

    assertThat(succeed(JOB)).isEqualTo(Verdict.RECORDED);
    eventually(() -> assertThat(good.plans()).containsExactly(JOB.value()));
    bad.failure = Status.OK;
    assertThat(succeed(OTHER_JOB)).isEqualTo(Verdict.RECORDED);

    eventually(() -> assertThat(good.plans()).containsExactly(JOB.value(), OTHER_JOB.value()));
    assertThat(bad.plans()).containsExactly(JOB.value());
    eventually(() -> assertThat(hints("failed")).isEqualTo(1));
    eventually(() -> assertThat(hints("dropped")).isEqualTo(1));
  }

  @Test
  void resultsAreAnsweredWhileAConsumerHangs() {
    var hanging = consumer(ADDRESS);
    hanging.answers = false;

    assertThat(succeed(JOB)).isEqualTo(Verdict.RECORDED);
    assertThat(succeed(OTHER_JOB)).isEqualTo(Verdict.RECORDED);
    eventually(() -> assertThat(hanging.hints).isNotEmpty());

    servers.forEach(Server::shutdownNow);

    eventually(() -> assertThat(hints("failed")).isEqualTo(1));
  }

  @Test
  void resultsAreAnsweredWithoutAnyConsumer() {
    assertThat(succeed(JOB)).isEqualTo(Verdict.RECORDED);

    assertThat(hints("failed")).isZero();
  }

  private double hints(String outcome) {
    return hsc.count("atf.hints.sent", "outcome", outcome);
  }

  private Verdict succeed(PlanId job) {
    return hsc.report(HscFixture.success(claimed(job), "{}")).getVerdict();
  }

  private TaskRef claimed(PlanId job) {
    TaskHeader header = hsc.header();
    return hsc.claimed(
        header.withOrigin(PlanKind.JOB.origin(job, "0-only/1/1", TaskId.ofText("contents"))));
  }

  /** Returns the result of an attempt that closes a condition, which holds the whole lambda. */
  private static AttemptResult.Builder blocked(TaskRef ref) {
    return HscFixture.result(ref)
        .setBlocked(
            AttemptResult.Blocked.newBuilder()
                .setCondition("orders-db")
                .setReason("connection refused")
                .setHoldLambda(true)
                .setTester(
                    AttemptResult.Tester.newBuilder()
                        .setLambda(PROBE.value())
                        .setData(ByteString.copyFromUtf8("{}"))
                        .setContentType("application/json")));
  }

  /** Clears the condition, and lets its row rest, as if it had released all tasks. */
  private void clear(PlanId condition) {
    var row = ConditionCodec.read(hsc.plans.find(condition).orElseThrow());
    hsc.plans.put(ConditionCodec.write(row.released("ada", NOON)));
    var released = hsc.plans.find(condition).orElseThrow();
    hsc.plans.put(released.next(released.state(), null));
  }

  private Consumer consumer(String note) {
    var name = "consumer-" + servers.size() + "-" + System.identityHashCode(this);
    hsc.members.beat("store-consumer", name, note, NOON, NOON.plusSeconds(60));
    var consumer = new Consumer();
    try {
      servers.add(
          InProcessServerBuilder.forName(name)
              .directExecutor()
              .addService(consumer)
              .build()
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return consumer;
  }

  private void eventually(ThrowingRunnable assertion) {
    await()
        .atMost(TestTimeouts.STALL)
        .untilAsserted(
            () -> {
              // Hints are gathered for a while on this clock.
              hsc.clock.advance(Duration.ofMillis(10));
              assertion.run();
            });
  }

  /** Store consumer that notes its hints. */
  private static final class Consumer extends StoreConsumerServiceImplBase {
    private final List<PlanHint> hints = new CopyOnWriteArrayList<>();
    private final List<TaskHint> tasks = new CopyOnWriteArrayList<>();
    private volatile Duration lookAhead = Duration.ofMinutes(10);
    private volatile Status failure = Status.OK;
    private volatile boolean answers = true;

    List<String> plans() {
      return hints.stream().map(PlanHint::getPlanId).toList();
    }

    @Override
    public void hintPlans(HintPlansRequest request, StreamObserver<HintPlansResponse> observer) {
      hints.addAll(request.getPlansList());
      tasks.addAll(request.getTasksList());
      if (!answers) {
        return;
      }
      if (failure.isOk()) {
        observer.onNext(
            HintPlansResponse.newBuilder().setLookAhead(ProtoTimes.proto(lookAhead)).build());
        observer.onCompleted();
      } else {
        observer.onError(failure.asRuntimeException());
      }
    }
  }
}
