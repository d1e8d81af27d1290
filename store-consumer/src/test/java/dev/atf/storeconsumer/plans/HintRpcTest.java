package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.atf.hints.Hints;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.HintPlansResponse;
import dev.atf.protocol.v1.TaskHint;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.release.PollSettings;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hints as a store consumer takes them from the wire. */
final class HintRpcTest {
  private static final PlanId PLAN = PlanId.of(PlanKind.JOB, ConsumerRig.LAMBDA, "night");

  private static final LambdaName OTHER = new LambdaName("acme--pay");

  private final ConsumerRig rig = new ConsumerRig();
  private final ConsumerRig.Consumer consumer = rig.consumer("a");
  private final OwnedPlans plans = new OwnedPlans(consumer.directory, consumer.membership);
  private final HintRpc rpc =
      new HintRpc(
          new ReceivedHints(consumer.duePoll, plans, new PlanMetrics(consumer.metrics)),
          new PollSettings(
              Duration.ofSeconds(2),
              Duration.ofMillis(2_500),
              100,
              Duration.ofSeconds(5),
              Duration.ofMillis(250)));
  private final List<HintPlansResponse> responses = new ArrayList<>();

  @Test
  void notesWhatItIsTold() {
    assertThat(call(List.of(hint().build()))).isEmpty();

    assertThat(plans.hints().take())
        .containsExactly(new PlanHint(PLAN, PlanKind.JOB, ConsumerRig.LAMBDA, 3, null));
    assertThat(consumer.count("atf.consumer.plan.hints")).isEqualTo(1);
  }

  @Test
  void answersHowFarAheadItReads() {
    assertThat(call(List.of(hint().build()))).isEmpty();

    assertThat(responses)
        .extracting(response -> ProtoTimes.java(response.getLookAhead()))
        .containsExactly(Duration.ofMillis(2_500));
  }

  @Test
  void takesTheAlarmOfARow() {
    var alarmAt = rig.now().plusSeconds(1);
    var row = hint().setKind("periodic").setEnded(0).setAlarmAt(ProtoTimes.proto(alarmAt)).build();

    assertThat(call(List.of(row))).isEmpty();

    assertThat(plans.hints().take())
        .containsExactly(new PlanHint(PLAN, PlanKind.PERIODIC, ConsumerRig.LAMBDA, 0, alarmAt));
  }

  @Test
  void releasesATaskThatIsDueBeforeThePoll() {
    var id = rig.schedule(rig.now().plusSeconds(1));

    assertThat(call(task(id).build())).isEmpty();
    rig.clock.advance(Duration.ofSeconds(1));
    consumer.releaseAll();

    assertThat(rig.task(id).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(consumer.connection.reads).isEmpty();
  }

  @Test
  @Tag("T7")
  void aTaskOfAnotherLambdaIsNeitherReleasedNorHeldBack() {
    var id = otherTask();

    assertThat(call(task(id).build())).isEmpty();
    rig.clock.advance(Duration.ofSeconds(1));
    consumer.releaseAll();

    assertThat(rig.task(id).status()).isEqualTo(TaskStatus.NEW);

    assertThat(call(task(id).build())).isEmpty();
    assertThat(call(task(id).setLambda(OTHER.value()).build())).isEmpty();
    consumer.releaseAll();

    assertThat(rig.task(id).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(consumer.lookAhead.heldFor(ConsumerRig.QUEUE)).isZero();
    assertThat(consumer.lookAhead.size()).isZero();
  }

  @Test
  @Tag("T7")
  void aTaskOfAnotherLambdaIsNotDropped() {
    var id = otherTask();
    rig.gate(null, GateState.DROPPING, null);
    consumer.learn();

    assertThat(call(task(id).setDueAt(ProtoTimes.proto(rig.now())).build())).isEmpty();
    consumer.gateAll();

    assertThat(rig.task(id).status()).isEqualTo(TaskStatus.NEW);
  }

  private TaskId otherTask() {
    rig.register(LambdaDefinition.withDefaults(OTHER, rig.now()));
    consumer.learn();
    var at = rig.now().plusSeconds(1);
    return rig.schedule(OTHER, ConsumerRig.NORMAL, at, at.plus(Duration.ofDays(30)));
  }

  static List<Arguments> invalidTasks() {
    return List.of(
        invalidTask(task -> task.setTaskId("x"), "tasks[0]."),
        invalidTask(task -> task.setLambda(""), "tasks[0]."),
        invalidTask(task -> task.setPriority("no priority"), "tasks[0]."),
        invalidTask(task -> task.setCollection("no collection"), "tasks[0]."),
        invalidTask(task -> task.setGroup(-1), "tasks[0].group"),
        invalidTask(task -> task.setGroup(KeyGroup.COUNT), "tasks[0].group"),
        invalidTask(
            task -> task.setDueAt(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE)),
            "tasks[0].dueAt"));
  }

  private static Arguments invalidTask(Consumer<TaskHint.Builder> change, String field) {
    return Arguments.of(change, field);
  }

  @ParameterizedTest
  @MethodSource("invalidTasks")
  void refusesInvalidTasks(Consumer<TaskHint.Builder> change, String field) {
    var task = task(rig.schedule(rig.now()));
    change.accept(task);

    var refusal = call(task.build());

    assertThat(refusal.map(Status::getDescription).orElseThrow()).contains(field);
    assertThat(consumer.lookAhead.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, Integer.MAX_VALUE})
  void ignoresTasksOfShardsThatDoNotExist(int shard) {
    assertThat(call(task(rig.schedule(rig.now())).setShard(shard).build())).isEmpty();

    assertThat(consumer.lookAhead.size()).isZero();
  }

  private TaskHint.Builder task(TaskId id) {
    var task = rig.task(id);
    return TaskHint.newBuilder()
        .setTaskId(id.value())
        .setEpoch(task.epoch())
        .setDueAt(ProtoTimes.proto(rig.alarm(id)))
        .setLambda(ConsumerRig.LAMBDA.value())
        .setPriority(ConsumerRig.NORMAL.value());
  }

  private Optional<Status> call(TaskHint task) {
    return call(HintPlansRequest.newBuilder().addTasks(task).build());
  }

  static List<Arguments> invalidHints() {
    return List.of(
        invalid(hint -> hint.setPlanId("night"), "plans[1]."),
        invalid(hint -> hint.setPlanId("../../" + "f".repeat(26)), "plans[1]."),
        invalid(hint -> hint.setPlanId("f".repeat(100_000)), "plans[1]."),
        invalid(hint -> hint.setKind("JOB"), "plans[1].kind"),
        invalid(hint -> hint.setLambda("no lambda"), "plans[1]."),
        invalid(hint -> hint.setLambda(""), "plans[1]."),
        invalid(hint -> hint.setEnded(0), "plans[1].ended"),
        invalid(hint -> hint.setEnded(-1), "plans[1].ended"));
  }

  private static Arguments invalid(
      Consumer<dev.atf.protocol.v1.PlanHint.Builder> change, String field) {
    return Arguments.of(change, field);
  }

  @ParameterizedTest
  @MethodSource("invalidHints")
  void aCallWithAnInvalidHintIsRefusedAsAWhole(
      Consumer<dev.atf.protocol.v1.PlanHint.Builder> change, String field) {
    var bad = hint();
    change.accept(bad);

    var refusal = call(List.of(hint().build(), bad.build()));

    assertThat(refusal.map(Status::getCode)).contains(Status.Code.INVALID_ARGUMENT);
    assertThat(refusal.map(Status::getDescription).orElseThrow()).contains(field);
    assertThat(plans.hints().take()).isEmpty();
  }

  @Test
  void refusesNoHintsAndTooMany() {
    for (int count : List.of(0, Hints.HINTS_MAX + 1)) {
      var refusal = call(Collections.nCopies(count, hint().build()));

      assertThat(refusal.map(Status::getCode)).contains(Status.Code.INVALID_ARGUMENT);
    }

    assertThat(plans.hints().take()).isEmpty();
    assertThat(call(Collections.nCopies(Hints.HINTS_MAX, hint().build()))).isEmpty();
  }

  private static dev.atf.protocol.v1.PlanHint.Builder hint() {
    return dev.atf.protocol.v1.PlanHint.newBuilder()
        .setPlanId(PLAN.value())
        .setKind("job")
        .setLambda(ConsumerRig.LAMBDA.value())
        .setEnded(3);
  }

  /** Returns the refusal; empty if the call was answered. */
  private Optional<Status> call(List<dev.atf.protocol.v1.PlanHint> hints) {
    return call(HintPlansRequest.newBuilder().addAllPlans(hints).build());
  }

  private Optional<Status> call(HintPlansRequest request) {
    var refusals = new ArrayList<Status>();
    rpc.hintPlans(
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(HintPlansResponse value) {
            responses.add(value);
          }

          @Override
          public void onError(Throwable t) {
            refusals.add(Status.fromThrowable(t));
          }

          @Override
          public void onCompleted() {}
        });
    return refusals.stream().findFirst();
  }
}
