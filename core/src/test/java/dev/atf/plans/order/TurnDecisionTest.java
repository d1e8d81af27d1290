package dev.atf.plans.order;

import static dev.atf.plans.order.Key.NOW;
import static dev.atf.plans.order.Key.fresh;
import static dev.atf.plans.order.Key.header;
import static dev.atf.plans.order.Key.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TurnDecisionTest {
  private static final Instant LATER = NOW.plusSeconds(600);
  private static final Instant EXPIRES = NOW.plusSeconds(90_000);
  private static final Member FIRST = new Member(new Place(NOW, 1, id(1)), header(1, NOW));
  private static final Member SECOND = new Member(new Place(NOW, 2, id(2)), header(2, NOW));
  private static final Member LATE = new Member(new Place(LATER, 3, id(3)), header(3, LATER));

  @Test
  void aTurnThatNobodyHasIsFree() {
    assertThat(turn(OrderState.FRESH, Optional.empty(), FatalPolicy.HOLD)).isEqualTo(Turn.FREE);
  }

  @Test
  void everyStatusOfTheHolderHasItsTurn() {
    var state = held().state();

    assertThat(turn(state, Optional.empty(), FatalPolicy.HOLD)).isEqualTo(Turn.UNWRITTEN);
    assertThat(Turn.of(state, Optional.empty(), FatalPolicy.HOLD, NOW.plusSeconds(3_600)))
        .isEqualTo(Turn.LAPSED);
    assertThat(turn(state, Optional.of(Association.waiting(header(1, NOW))), FatalPolicy.HOLD))
        .isEqualTo(Turn.UNRELEASED);
    assertThat(turn(state, Optional.of(Association.scheduled(header(1, NOW))), FatalPolicy.HOLD))
        .isEqualTo(Turn.IN_PROGRESS);
    assertThat(turn(state, Optional.of(Key.ready(header(1, NOW))), FatalPolicy.HOLD))
        .isEqualTo(Turn.IN_PROGRESS);
    assertThat(turn(state, Optional.of(abandoned(1)), FatalPolicy.HOLD)).isEqualTo(Turn.FREE);
  }

  @Test
  void aFatalFailureHoldsTheKeyOnlyIfItsLambdaSaysSo() {
    var state = held().state();
    var failed = Optional.of(Key.failed(header(1, NOW)));

    assertThat(turn(state, failed, FatalPolicy.HOLD)).isEqualTo(Turn.FAILED);
    assertThat(turn(state, failed, FatalPolicy.CONTINUE)).isEqualTo(Turn.FREE);
  }

  @Test
  void taskDroppedByAGateFreesTheTurn() {
    var dropped = Key.dropped(header(1, NOW), FrameworkFailure.DROPPED.because("gate"));

    assertThat(turn(held().state(), Optional.of(dropped), FatalPolicy.HOLD)).isEqualTo(Turn.FREE);
  }

  @Test
  void aRetryThatWasAskedForIsDoneOnceAndThenTheHolderMayFailAgain() {
    var failed = Key.failed(header(1, NOW));
    var asked = held().state().retrying(new OrderState.Retry(failed.epoch(), LATER));
    var other = held().state().retrying(new OrderState.Retry(failed.epoch() - 1, LATER));

    assertThat(turn(asked, Optional.of(failed), FatalPolicy.HOLD)).isEqualTo(Turn.RETRIED);
    assertThat(turn(other, Optional.of(failed), FatalPolicy.HOLD)).isEqualTo(Turn.FAILED);
  }

  @Test
  void aKeyIsHeldOnce() {
    var hold = (TurnDecision.Hold) TurnDecision.of(held(), Turn.FAILED, Optional.empty(), NOW);

    assertThat(hold.row().state().heldAt()).contains(NOW);
    // The tasks that wait behind it still have their deadlines.
    assertThat(hold.row().alarmAt()).isEqualTo(held().alarmAt());
    assertThat(TurnDecision.of(hold.row(), Turn.FAILED, Optional.empty(), NOW))
        .isEqualTo(new TurnDecision.Leave());
  }

  @Test
  void theFirstThatWaitsGetsTheTurnAndTheAlarmStaysWhereItWas() {
    var pass =
        (TurnDecision.Pass)
            TurnDecision.pass(held(), List.of(waiter(FIRST), waiter(SECOND)), false, NOW);

    assertThat(pass.to()).isEqualTo(FIRST);
    assertThat(pass.row().alarmAt()).isEqualTo(held().alarmAt());
    assertThat(pass.row().state().isHeldBy(id(1))).isTrue();
    assertThat(pass.row().state().isPast(FIRST.place())).isTrue();
    assertThat(pass.row().state().isPast(SECOND.place())).isFalse();
  }

  @Test
  void skipsWaitersThatHaveEnded() {
    var ended = new TurnDecision.Waiter(FIRST, Optional.of(abandoned(1)));

    var pass =
        (TurnDecision.Pass) TurnDecision.pass(held(), List.of(ended, waiter(SECOND)), false, NOW);
    var skip = (TurnDecision.Skip) TurnDecision.pass(held(), List.of(ended), true, NOW);

    assertThat(pass.to()).isEqualTo(SECOND);
    assertThat(skip.row().state().last()).isEqualTo(FIRST.place().name());
    assertThat(skip.row().state().waiting()).isTrue();
  }

  @Test
  @Tag("O2")
  void cancelledFutureTaskDelaysNoLaterTask() {
    var cancelled = new TurnDecision.Waiter(LATE, Optional.of(abandoned(3)));
    var idle =
        ((TurnDecision.Idle) TurnDecision.pass(held(), List.of(cancelled), false, NOW)).row();
    assertThat(idle.state().last()).isEqualTo(LATE.place().name());

    var soon = NOW.plusSeconds(5);
    var ahead = (Placing.Wait) place(idle, header(4, soon));
    var due = (Placing.Take) place(ahead.row(), header(5, NOW));

    assertThat(ahead.member().place().at()).isEqualTo(soon);
    assertThat(ahead.row().state().from()).isLessThan(ahead.member().place().name());
    assertThat(due.row().state().isHeldBy(id(5))).isTrue();
  }

  private static Placing place(OrderRow row, TaskHeader header) {
    return Placing.of(row, true, Turn.FREE, header, Optional.empty(), EXPIRES, NOW);
  }

  @Test
  void sleepsUntilTheNextWaiterIsDue() {
    var sleep = (TurnDecision.Sleep) TurnDecision.pass(held(), List.of(waiter(LATE)), false, NOW);

    assertThat(sleep.row().alarmAt()).isEqualTo(LATER);
    assertThat(TurnDecision.pass(sleep.row(), List.of(waiter(LATE)), false, NOW))
        .isEqualTo(new TurnDecision.Leave());
  }

  @Test
  void rowWithoutWaitersIsNotListed() {
    var idle = (TurnDecision.Idle) TurnDecision.pass(held(), List.of(), false, NOW);

    assertThat(idle.row().alarmAt()).isNull();
    assertThat(idle.row().plan().listed()).isFalse();
    assertThat(idle.row().state().waiting()).isFalse();
    assertThat(idle.row().state().holder()).isEmpty();
  }

  @Test
  void aPartThatWasNeverWrittenIsFencedBehindItsDeadlineBeforeItIsSkipped() {
    var never = new TurnDecision.Waiter(FIRST, Optional.empty());

    assertThat(TurnDecision.pass(held(), List.of(never), false, NOW.plusSeconds(3_600)))
        .isEqualTo(new TurnDecision.FenceFirst(FIRST));
    assertThat(TurnDecision.pass(held(), List.of(never), false, NOW))
        .isInstanceOf(TurnDecision.Pass.class);
  }

  @Test
  void skippingFreesTheTurnAndRetryingLeavesItWhereItIs() {
    var held =
        ((TurnDecision.Hold) TurnDecision.of(held(), Turn.FAILED, Optional.empty(), NOW)).row();

    var skipped = TurnDecision.skipped(held, NOW);
    var retried = TurnDecision.retried(held, new OrderState.Retry(4, LATER), NOW);

    assertThat(skipped.state().holder()).isEmpty();
    assertThat(skipped.state().heldAt()).isEmpty();
    assertThat(skipped.alarmAt()).isEqualTo(NOW.minusMillis(1));
    assertThat(retried.state().isHeldBy(id(1))).isTrue();
    assertThat(retried.state().retry()).contains(new OrderState.Retry(4, LATER));
    assertThat(retried.alarmAt()).isEqualTo(NOW.minusMillis(1));
  }

  /** Returns a row whose first task has the turn while another waits. */
  private static OrderRow held() {
    var taken =
        (Placing.Take)
            Placing.of(fresh(), false, Turn.FREE, header(1, NOW), Optional.empty(), EXPIRES, NOW);
    var waits =
        (Placing.Wait)
            Placing.of(
                taken.row(),
                true,
                Turn.IN_PROGRESS,
                header(2, NOW),
                Optional.empty(),
                EXPIRES,
                NOW);
    return waits.row();
  }

  private static TurnDecision.Waiter waiter(Member member) {
    return new TurnDecision.Waiter(member, Optional.of(Association.waiting(member.header())));
  }

  private static Association abandoned(int number) {
    var task =
        Association.abandoned(
            header(number, NOW), dev.atf.model.task.Ending.at(NOW, Key.DEFINITION));
    assertThat(task.status()).isEqualTo(TaskStatus.CANCELLED);
    return task;
  }

  private static Turn turn(OrderState state, Optional<Association> task, FatalPolicy policy) {
    return Turn.of(state, task, policy, NOW);
  }
}
