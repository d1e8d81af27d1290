package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.order.Placing;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.OrderCodec;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests keys that need no check as long as their holder's task is in progress. */
final class TurnHoldersTest {
  private static final OrderingKey KEY = new OrderingKey("account-7");
  private static final Duration SOON = Duration.ofMillis(20);

  private final ConsumerRig rig = new ConsumerRig();
  private final Random random = new Random(5);
  private final TaskId taskId = TaskId.random(random);
  private final Plan row = row();
  private final TurnHolders holders = new TurnHolders();

  @Test
  void aKeyIsIdleUntilItsHolderHasEnded() {
    holders.wait(row, SOON, rig.now());

    assertThat(idle()).containsOnlyKeys(row.id());
    rig.must(
        ClientTransitions.cancel(
            taskId,
            Outcome.failure("", FrameworkFailure.CANCELLED.because("no")),
            Ending.at(rig.now(), rig.lambda())));
    assertThat(idle()).isEmpty();
  }

  @Test
  void aKeyThatWasNeverLookedAtOrWhoseHolderIsNotFoundIsNotIdle() {
    assertThat(idle()).isEmpty();

    holders.wait(row, SOON, rig.now());

    assertThat(holders.idle(List.of(row.id()), ids -> Map.of(), SOON, rig.now())).isEmpty();
  }

  @Test
  void forgottenRowsAreNotIdle() {
    holders.wait(row, SOON, rig.now());

    holders.forget(row.id());

    assertThat(idle()).isEmpty();
  }

  @Test
  void theLongerAHolderTakesTheMoreRarelyItIsAskedFor() {
    assertThat(holders.wait(row, SOON, rig.now()).rarest()).isEqualTo(SOON);

    rig.clock.advance(Duration.ofSeconds(8));
    assertThat(rarest()).isEqualTo(Duration.ofSeconds(2));
    rig.clock.advance(Duration.ofHours(1));
    assertThat(holders.wait(row, SOON, rig.now()).rarest()).isEqualTo(Supervision.RAREST);
  }

  @Test
  void onceInAMinuteItIsLookedAtAllTheSame() {
    holders.wait(row, SOON, rig.now());

    rig.clock.advance(Duration.ofSeconds(59));
    assertThat(idle()).isNotEmpty();
    rig.clock.advance(Duration.ofSeconds(1));
    assertThat(idle()).isEmpty();

    holders.wait(row, SOON, rig.now());
    assertThat(rarest()).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void aKeyIsCheckedAfterTheClockIsSetBack() {
    holders.wait(row, SOON, rig.now());
    assertThat(idle()).isNotEmpty();

    rig.clock.jump(Duration.ofHours(-1));

    assertThat(idle()).isEmpty();
  }

  @Test
  void keyForWhichThereIsNoRoomIsLookedAtMoreAndMoreRarely() {
    var full = new TurnHolders(1);
    full.wait(row, SOON, rig.now());
    var other =
        Plan.fresh(
            PlanId.of(PlanKind.ORDER, ConsumerRig.LAMBDA, "other"),
            PlanKind.ORDER,
            ConsumerRig.LAMBDA,
            "other",
            1,
            rig.now());

    var supervision = full.wait(other.with(row.state(), rig.now()), SOON, rig.now());

    assertThat(supervision.rarest()).isEqualTo(Supervision.RAREST);
    assertThat(full.idle(List.of(row.id(), other.id()), rig.store::findAll, SOON, rig.now()))
        .containsOnlyKeys(row.id());
  }

  private Map<PlanId, Supervision> idle() {
    return holders.idle(List.of(row.id()), rig.store::findAll, SOON, rig.now());
  }

  private Duration rarest() {
    return Optional.ofNullable(idle().get(row.id())).orElseThrow().rarest();
  }

  /** Returns a key whose one task has the turn. */
  private Plan row() {
    var origin = KEY.origin(taskId, ConsumerRig.LAMBDA);
    var deadline = rig.now().plus(Duration.ofDays(30));
    var header =
        new TaskHeader(
            taskId,
            ConsumerRig.LAMBDA,
            ConsumerRig.NORMAL,
            null,
            0,
            rig.now(),
            rig.now(),
            deadline,
            deadline.plus(Duration.ofDays(3)),
            origin,
            null,
            null,
            null,
            null);
    rig.store.create(Association.scheduled(header));
    var fresh =
        Plan.fresh(
            PlanId.of(ConsumerRig.LAMBDA, KEY),
            PlanKind.ORDER,
            ConsumerRig.LAMBDA,
            KEY.value(),
            1,
            rig.now());
    var placing =
        Placing.of(
            OrderCodec.read(fresh),
            false,
            Turn.FREE,
            header,
            Optional.empty(),
            deadline,
            rig.now());
    return OrderCodec.write(((Placing.Take) placing).row());
  }
}
