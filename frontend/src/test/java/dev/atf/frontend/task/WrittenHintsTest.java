package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.condition.Blocking;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.HintPlansResponse;
import dev.atf.protocol.v1.PlanHint;
import dev.atf.protocol.v1.StoreConsumerServiceGrpc.StoreConsumerServiceImplBase;
import dev.atf.protocol.v1.TaskHint;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Server;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hints of a frontend about its writes, as a store consumer receives them. */
final class WrittenHintsTest {
  private static final String CONSUMER = "consumer-of-hints";
  private static final LambdaName LAMBDA = new LambdaName("resize");

  private final List<TaskHint> tasks = new CopyOnWriteArrayList<>();
  private final List<PlanHint> plans = new CopyOnWriteArrayList<>();
  private final TestFrontend frontend = new TestFrontend();
  private Server consumer;

  @BeforeEach
  void start() throws IOException {
    frontend.registered(LAMBDA.value());
    var service =
        new StoreConsumerServiceImplBase() {
          @Override
          public void hintPlans(
              HintPlansRequest request, StreamObserver<HintPlansResponse> observer) {
            tasks.addAll(request.getTasksList());
            plans.addAll(request.getPlansList());
            observer.onNext(
                HintPlansResponse.newBuilder()
                    .setLookAhead(ProtoTimes.proto(Duration.ofSeconds(10)))
                    .build());
            observer.onCompleted();
          }
        };
    consumer =
        InProcessServerBuilder.forName(CONSUMER).directExecutor().addService(service).build();
    consumer.start();
    var now = frontend.clock.instant();
    frontend.members.beat(
        "store-consumer", CONSUMER, "http://10.0.0.7:8083", now, now.plusSeconds(60));
  }

  @AfterEach
  void stop() {
    consumer.shutdownNow();
    frontend.close();
  }

  @Test
  void aShortDelayIsHintedAt() {
    var id = schedule("{\"delay\":\"1.5s\"}");

    eventually(() -> assertThat(tasks).hasSize(1));
    var hint = tasks.get(0);
    assertThat(hint.getTaskId()).isEqualTo(id.value());
    assertThat(hint.getEpoch()).isZero();
    assertThat(ProtoTimes.java(hint.getDueAt())).isEqualTo(now().plusMillis(1_500));
    assertThat(hint.getLambda()).isEqualTo(LAMBDA.value());
  }

  @Test
  void oneThatIsMovedOrRunNowIsHintedAtAgain() {
    var id = schedule("{\"delay\":\"7200s\"}");
    var soon = now().plusSeconds(3);

    post(id, ":reschedule", "{\"scheduledAt\":\"" + soon + "\"}");
    eventually(() -> assertThat(dueTimes()).containsExactly(soon));
    frontend.clock.advance(Duration.ofMillis(10));
    post(id, ":run", "{}");

    eventually(() -> assertThat(dueTimes()).containsExactly(soon, now()));
  }

  @Test
  void whatThePollFindsInTimeIsNotHintedAt() {
    schedule("{\"delay\":\"1s\"}");
    eventually(() -> assertThat(tasks).hasSize(1));
    frontend.clock.advance(Duration.ofMillis(10));

    schedule("{\"delay\":\"11s\"}");
    var last = schedule("{\"delay\":\"2s\"}");

    eventually(() -> assertThat(tasks).hasSize(2));
    assertThat(tasks.get(1).getTaskId()).isEqualTo(last.value());
  }

  @Test
  void aNewJobIsHintedAt() {
    frontend
        .post("/v1/jobs", "{\"name\":\"night\",\"steps\":[{\"name\":\"a\",\"lambda\":\"resize\"}]}")
        .requireOk();

    eventually(
        () ->
            assertThat(plans)
                .extracting(PlanHint::getPlanId)
                .containsExactly(PlanId.of(PlanKind.JOB, LAMBDA, "night").value()));
    assertThat(ProtoTimes.java(plans.get(0).getAlarmAt())).isEqualTo(now());
  }

  @Test
  void theCancelOfAJobsTaskIsHintedAt() {
    var job = PlanId.of(PlanKind.JOB, LAMBDA, "night");
    var task =
        new TaskHeader(
                TaskId.ofText("step of night"),
                LAMBDA,
                new Priority("normal"),
                null,
                0,
                now(),
                now().plusSeconds(7_200),
                now().plus(Duration.ofDays(1)),
                null)
            .withOrigin(PlanKind.JOB.origin(job, "0-a/1/1", TaskId.ofText("contents")));
    frontend.store.create(Association.scheduled(task));

    post(task.taskId(), ":cancel", "{}");

    eventually(
        () -> {
          assertThat(plans).extracting(PlanHint::getPlanId).containsExactly(job.value());
          assertThat(plans.get(0).getEnded()).isEqualTo(1);
        });
  }

  @Test
  void aPeriodicTaskAndWhatItIsAskedToDoNowAreHintedAt() {
    var path = "/v1/lambdas/resize/periodic";
    frontend
        .post(path, "{\"name\":\"often\",\"schedule\":{\"every\":\"5s\"},\"json\":1}")
        .requireOk();
    eventually(
        () ->
            assertThat(plans)
                .extracting(PlanHint::getPlanId)
                .containsExactly(PlanId.of(PlanKind.PERIODIC, LAMBDA, "often").value()));
    frontend.clock.advance(Duration.ofMillis(10));

    var fired = frontend.post(path + "/often:trigger", "{}").requireOk().json();

    eventually(
        () ->
            assertThat(tasks)
                .extracting(TaskHint::getTaskId)
                .containsExactly(fired.findValue("taskId").asText()));
  }

  @Test
  void aCancelledJobIsHintedAt() {
    frontend
        .post("/v1/jobs", "{\"name\":\"night\",\"steps\":[{\"name\":\"a\",\"lambda\":\"resize\"}]}")
        .requireOk();
    eventually(() -> assertThat(plans).hasSize(1));
    frontend.clock.advance(Duration.ofMillis(10));

    frontend.post("/v1/lambdas/resize/jobs/night:cancel", "{}").requireOk();

    eventually(() -> assertThat(plans).hasSize(2));
    assertThat(plans.get(1).getPlanId()).isEqualTo(plans.get(0).getPlanId());
  }

  @Test
  void aReleasedConditionIsHintedAt() {
    var task = frontend.association(schedule("{\"delay\":\"7200s\"}").value());
    var wish = new Blocking.Wish(new ConditionName("orders-db"), LAMBDA, false, "refused");
    var lambda = frontend.lambdas.find(LAMBDA).orElseThrow();
    var closed = (Blocking.Close) Blocking.of(wish, task, lambda, Optional.empty(), now());
    frontend.plans.put(ConditionCodec.write(closed.row()));

    frontend.post("/v1/lambdas/resize/conditions/orders-db:release", "{}").requireOk();

    eventually(
        () ->
            assertThat(plans)
                .extracting(PlanHint::getPlanId)
                .containsExactly(closed.row().plan().id().value()));
  }

  @Test
  void aHeldKeyThatIsRetriedIsHintedAt() {
    frontend
        .put("/v1/lambdas/resize", "{\"dispatch\":\"POLLED\",\"onFatal\":\"HOLD\"}")
        .requireOk();
    var failed = schedule("{\"orderingKey\":\"account-7\"}").value();
    new Pipeline(frontend).giveUp(failed);
    eventually(() -> assertThat(tasks).hasSize(1));
    frontend.clock.advance(Duration.ofMillis(10));

    frontend
        .post(
            "/v1/lambdas/resize/keys:retry",
            "{\"key\":\"account-7\",\"taskId\":\"" + failed + "\"}")
        .requireOk();

    eventually(
        () ->
            assertThat(plans)
                .extracting(PlanHint::getPlanId)
                .containsExactly(PlanId.of(LAMBDA, new OrderingKey("account-7")).value()));
  }

  private TaskId schedule(String body) {
    var answer = frontend.post("/v1/lambdas/resize/tasks", body).requireOk();
    return new TaskId(answer.json().get("taskId").asText());
  }

  private void post(TaskId id, String call, String body) {
    frontend.post("/v1/tasks/" + id + call, body).requireOk();
  }

  private Instant now() {
    return frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private List<Instant> dueTimes() {
    return tasks.stream().map(hint -> ProtoTimes.java(hint.getDueAt())).toList();
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(TestTimeouts.STALL).untilAsserted(assertion);
  }
}
