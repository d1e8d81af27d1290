package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.v1.HintPlansRequest;
import dev.atf.protocol.v1.HintPlansResponse;
import dev.atf.storeconsumer.ConsumerRig;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Hints as a store consumer takes them from the wire. */
final class HintRpcTest {
  private static final PlanId PLAN = PlanId.of(PlanKind.JOB, ConsumerRig.LAMBDA, "night");

  private final ConsumerRig.Consumer consumer = new ConsumerRig().consumer("a");
  private final OwnedPlans plans = new OwnedPlans(consumer.directory, consumer.membership);
  private final HintRpc rpc = new HintRpc(plans, new PlanMetrics(consumer.metrics));

  @Test
  void notesWhatItIsTold() {
    assertThat(call(List.of(hint().build()))).isEmpty();

    assertThat(plans.hints().take())
        .containsExactly(new PlanHint(PLAN, PlanKind.JOB, ConsumerRig.LAMBDA, 3));
    assertThat(consumer.count("atf.consumer.plan.hints")).isEqualTo(1);
  }

  static List<Arguments> invalidHints() {
    return List.of(
        invalid(hint -> hint.setPlanId("night"), "plans[1]."),
        invalid(hint -> hint.setPlanId("../../" + "f".repeat(26)), "plans[1]."),
        invalid(hint -> hint.setPlanId("f".repeat(100_000)), "plans[1]."),
        invalid(hint -> hint.setKind("JOB"), "plans[1].kind"),
        invalid(hint -> hint.setKind("periodic"), "plans[1].kind"),
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
    for (int count : List.of(0, HintRpc.HINTS_MAX + 1)) {
      var refusal = call(Collections.nCopies(count, hint().build()));

      assertThat(refusal.map(Status::getCode)).contains(Status.Code.INVALID_ARGUMENT);
    }

    assertThat(plans.hints().take()).isEmpty();
    assertThat(call(Collections.nCopies(HintRpc.HINTS_MAX, hint().build()))).isEmpty();
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
    var refusals = new ArrayList<Status>();
    rpc.hintPlans(
        HintPlansRequest.newBuilder().addAllPlans(hints).build(),
        new StreamObserver<>() {
          @Override
          public void onNext(HintPlansResponse value) {}

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
