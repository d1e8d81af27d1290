package dev.atf.controller;

import static dev.atf.controller.ControllerRig.LAMBDA;
import static dev.atf.controller.ControllerRig.LONG;
import static dev.atf.controller.ControllerRig.OTHER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.protocol.v1.WorkerRefusals;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lambdas that a controller's settings do not name, and that an executor asks for. */
@Timeout(180)
final class JoinedLambdasTest {
  private ControllerRig rig = new ControllerRig(List.of(OTHER.value(), "*"));

  @AfterEach
  void close() {
    var done = rig;
    new Thread(done::close, "close-rig").start();
  }

  @Test
  void registeredLambdaIsServedOnceAnExecutorAsks() throws Exception {
    rig.register();
    var ref = rig.ready("high");

    var work = rig.answer(rig.ask(1, LONG)).getWorkList();

    assertThat(work).hasSize(1);
    assertThat(work.get(0).getTaskId()).isEqualTo(ref.taskId().value());
  }

  @Test
  void unregisteredLambdaIsRefusedByNameAndServedLater() throws Exception {
    var refused = rig.ask(1, LONG);

    assertThatThrownBy(() -> rig.answer(refused))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .hasMessageContaining("NOT_FOUND: lambda resize is not registered");

    rig.register();
    rig.ready("high");
    assertThat(rig.answer(rig.ask(1, LONG)).getWorkList()).hasSize(1);
  }

  @Test
  void lambdaThatTheControllerHasNoRightToLeavesTheOthersAlone() throws Exception {
    rig.hsc.forbidden.add(LAMBDA.value());
    var refused = rig.ask(1, LONG);

    assertThatThrownBy(() -> rig.answer(refused))
        .cause()
        .hasMessageContaining("PERMISSION_DENIED: lambda resize is none");

    rig.registerOther();
    rig.readyOther("high");
    var other = ControllerRig.request(1, LONG).toBuilder().setLambda(OTHER.value()).build();
    assertThat(rig.answer(rig.ask(other)).getWorkList()).hasSize(1);
  }

  @Test
  void refusalOfLambdaThatIsNotServedIsToldToTheHsc() {
    close();
    rig = new ControllerRig(List.of(OTHER.value()));

    assertThatThrownBy(() -> rig.answer(rig.ask(1, LONG)))
        .cause()
        .hasMessageContaining("one that this controller serves: send-email");

    rig.time.passUntilAsserted(
        () ->
            assertThat(rig.hsc.descriptions)
                .anySatisfy(
                    told ->
                        assertThat(told.getRefusalsList())
                            .containsExactly(
                                WorkerRefusals.newBuilder()
                                    .setLambda(LAMBDA.value())
                                    .setCalls(1)
                                    .build())));
  }
}
