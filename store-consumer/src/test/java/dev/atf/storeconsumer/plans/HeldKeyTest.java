package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.TurnDecision;
import dev.atf.store.plans.OrderCodec;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the effects of a finally failed task on the tasks behind it, and what an operator can do.
 */
final class HeldKeyTest {
  private final OrderRig order = new OrderRig();
  private final ConsumerRig rig = order.rig;
  private final TaskId first = order.schedule();
  private final TaskId second = order.schedule();

  @Test
  void aFatalFailureLetsTheKeyGoOnUnlessItsLambdaHoldsIt() {
    failFirst();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void aLambdaThatWasJustToldToHoldItsKeysHoldsThem() {
    order.work();
    // No consumer has noticed it yet.
    rig.register(rig.lambda().withOnFatal(FatalPolicy.HOLD));
    order.fail(first);
    order.later();

    assertThat(rig.task(second).waits()).isTrue();
    assertThat(order.state().heldAt()).isPresent();
  }

  @Test
  @Tag("O4")
  void aHeldKeyWaitsForAnOperatorWhoSkips() {
    order.hold();
    failFirst();

    assertThat(rig.task(second).waits()).isTrue();
    assertThat(order.state().heldAt()).isPresent();
    var held = OrderCodec.read(order.row());
    order.plans.put(OrderCodec.write(TurnDecision.skipped(held, rig.now())));
    order.later();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.task(first).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  @Tag("O4")
  void aHeldKeyWaitsForAnOperatorWhoRetries() {
    order.hold();
    failFirst();

    var retry = new OrderState.Retry(rig.task(first).epoch(), rig.now().plus(Duration.ofDays(1)));
    var held = OrderCodec.read(order.row());
    order.plans.put(OrderCodec.write(TurnDecision.retried(held, retry, rig.now())));
    order.later();
    // Its hint is enough: nothing polls.
    order.consumer.releaseAll();
    assertThat(rig.task(first).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.task(second).waits()).isTrue();
    order.succeed(rig.claim(first));
    order.later();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void givesUpWaitersOfAHeldKeyAtTheirDeadline() {
    order.hold();
    failFirst();

    rig.clock.advance(Duration.ofDays(30));
    order.poll.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(order.consumer.plansHinted)
        .extracting(PlanHint::plan)
        .containsExactly(order.row().id());
    assertThat(order.state().isHeldBy(first)).isTrue();
  }

  private void failFirst() {
    order.work();
    order.fail(first);
    order.later();
  }
}
