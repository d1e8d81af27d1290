package dev.atf.plans.order;

import static dev.atf.plans.order.Key.NOW;
import static dev.atf.plans.order.Key.fresh;
import static dev.atf.plans.order.Key.header;
import static dev.atf.plans.order.Key.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.task.TaskHeader;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PlacingTest {
  private static final Instant EXPIRES = NOW.plusSeconds(90_000);
  private static final Instant LATER = NOW.plusSeconds(600);

  @Test
  void theFirstTaskOfAKeyTakesTheTurnInOneWriteWithoutAnAlarm() {
    var taken = (Placing.Take) place(fresh(), false, Turn.FREE, header(1, NOW));

    assertThat(taken.row().plan().version()).isEqualTo(1);
    assertThat(taken.row().alarmAt()).isNull();
    assertThat(taken.row().plan().listed()).isFalse();
    assertThat(taken.row().plan().expiresAt()).isEqualTo(EXPIRES.truncatedTo(ChronoUnit.SECONDS));
    var state = taken.row().state();
    assertThat(state.isHeldBy(id(1))).isTrue();
    assertThat(state.holder().orElseThrow().header()).isEqualTo(header(1, NOW));
    assertThat(state.waiting()).isFalse();
  }

  @Test
  void taskBehindARunningOneWaitsAndMakesTheRowLive() {
    var row = taken(1);

    var waits = (Placing.Wait) place(row, true, Turn.IN_PROGRESS, header(2, NOW));

    assertThat(waits.row().plan().version()).isEqualTo(2);
    assertThat(waits.row().alarmAt()).isEqualTo(NOW);
    assertThat(waits.row().state().isHeldBy(id(1))).isTrue();
    assertThat(waits.row().state().waiting()).isTrue();
    assertThat(waits.member().place()).isGreaterThan(row.state().holder().get().place());
  }

  @Test
  void anAlarmThatHasRungIsLeftWhereItIs() {
    var live = waited(taken(1), 2);

    var waits = (Placing.Wait) place(live, Turn.IN_PROGRESS, header(3, NOW), NOW.plusSeconds(5));

    assertThat(waits.row().alarmAt()).isEqualTo(live.alarmAt());
  }

  @Test
  void newTaskWaitsBehindWaitersWhenTheTurnIsFree() {
    var live = waited(taken(1), 2);

    assertThat(place(live, true, Turn.FREE, header(3, NOW))).isInstanceOf(Placing.Wait.class);
  }

  @Test
  @Tag("O3")
  void taskWithASlowClockWaitsBehindWaiters() {
    var live = waitedSince(NOW.minusSeconds(10));

    for (int slowBy : List.of(0, 1, 5, 60)) {
      var clock = NOW.minusSeconds(slowBy);
      assertThat(place(live, Turn.FREE, header(3, NOW.minusSeconds(60)), clock))
          .isInstanceOf(Placing.Wait.class);
    }
  }

  @Test
  void newTaskWaitsWhileAnOperatorReleasesAHeldKey() {
    var live = waitedSince(NOW.minusSeconds(10));
    var held = live.next(live.state().heldSince(NOW), live.alarmAt());
    var skipped = TurnDecision.skipped(held, NOW.plusSeconds(60));

    var came = NOW.plusSeconds(30);
    assertThat(place(skipped, Turn.FREE, header(3, came), came)).isInstanceOf(Placing.Wait.class);
    assertThat(skipped.alarmAt()).isNotEqualTo(held.alarmAt());
  }

  @Test
  void taskThatIsNotDueWaitsForItsTime() {
    var waits = (Placing.Wait) place(fresh(), false, Turn.FREE, header(1, LATER));

    assertThat(waits.row().alarmAt()).isEqualTo(LATER);
    assertThat(waits.row().state().holder()).isEmpty();
  }

  @Test
  void dueTaskPassesOneThatIsNotDue() {
    var later = ((Placing.Wait) place(fresh(), false, Turn.FREE, header(1, LATER))).row();

    var taken = (Placing.Take) place(later, true, Turn.FREE, header(2, NOW));

    assertThat(taken.row().alarmAt()).isEqualTo(LATER);
    var state = taken.row().state();
    assertThat(state.isHeldBy(id(2))).isTrue();
    assertThat(state.waiting()).isTrue();
    assertThat(state.isPast(new Place(LATER, 1, id(1)))).isFalse();
  }

  @Test
  @Tag("O2")
  void dueTasksAreOrderedByAcknowledgementNotByClocks() {
    var first = (Placing.Wait) place(taken(1), Turn.IN_PROGRESS, header(9, NOW), NOW);

    var behind = NOW.minusSeconds(2);
    var second = (Placing.Wait) place(first.row(), Turn.IN_PROGRESS, header(2, behind), behind);

    assertThat(second.member().place()).isGreaterThan(first.member().place());
  }

  @Test
  void aTaskWithATimeOfItsOwnHasItsPlaceByThat() {
    var row = waited(taken(1), 2);

    var late = (Placing.Wait) place(row, true, Turn.IN_PROGRESS, header(3, LATER));
    var early = (Placing.Wait) place(late.row(), true, Turn.IN_PROGRESS, header(4, NOW));

    assertThat(early.member().place()).isLessThan(late.member().place());
    assertThat(early.row().alarmAt()).isEqualTo(NOW);
  }

  @Test
  void aPlaceThatWasPutIsKeptUntilItIsPassed() {
    var mine = (Placing.Wait) place(taken(1), true, Turn.IN_PROGRESS, header(2, NOW));
    var row = waited(taken(1), 3);

    var again = (Placing.Wait) placeAgain(row, mine.member().place());
    var passed = row.next(row.state().givenTo(again.member()), row.alarmAt());
    var later = (Placing.Wait) placeAgain(passed.next(freed(passed), NOW), mine.member().place());

    assertThat(again.member().place()).isEqualTo(mine.member().place());
    assertThat(later.member().place()).isGreaterThan(mine.member().place());
  }

  private static OrderState freed(OrderRow row) {
    return row.state().free("");
  }

  private static Placing placeAgain(OrderRow row, Place before) {
    return Placing.of(
        row, true, Turn.IN_PROGRESS, header(2, NOW), Optional.of(before), EXPIRES, NOW);
  }

  /** The part was put, and a supervisor was faster than the call. */
  @Test
  void placesNewTasksAfterOneThatAlreadyHadTheTurn() {
    var live = waited(taken(1), 2);
    var quick = ((Placing.Wait) place(live, true, Turn.IN_PROGRESS, header(7, NOW))).member();
    var passed = live.next(live.state().givenTo(quick), live.alarmAt());

    var next = (Placing.Wait) place(passed, true, Turn.IN_PROGRESS, header(3, NOW));

    assertThat(next.member().place()).isGreaterThan(quick.place());
  }

  @Test
  void holderDoesNotTakeTheTurnTwice() {
    assertThat(place(taken(1), true, Turn.UNWRITTEN, header(1, NOW)))
        .isInstanceOf(Placing.Has.class);
  }

  @Test
  void aHeldKeyStaysHeldHoweverManyCome() {
    var live = waited(taken(1), 2);
    var held = live.next(live.state().heldSince(NOW), live.alarmAt());

    var waits = (Placing.Wait) place(held, true, Turn.FAILED, header(3, NOW));

    assertThat(waits.row().alarmAt()).isEqualTo(live.alarmAt());
    assertThat(waits.row().state().heldAt()).contains(NOW);
  }

  @Test
  void theEarlierAlarmAndTheLaterExpiryAreKept() {
    var live = waited(taken(1), 2);
    var late = NOW.plusSeconds(5);
    var after = (Placing.Wait) place(live, Turn.IN_PROGRESS, header(3, late), late);
    var notDue = ((Placing.Wait) place(taken(1), true, Turn.IN_PROGRESS, header(2, LATER))).row();
    var before = (Placing.Wait) place(notDue, true, Turn.IN_PROGRESS, header(3, NOW));

    assertThat(after.row().alarmAt()).isEqualTo(NOW);
    assertThat(before.row().alarmAt()).isEqualTo(NOW);
    for (int seconds : List.of(-1, 1)) {
      var row = live.withExpiresAt(EXPIRES.plusSeconds(seconds));
      var kept = (Placing.Wait) place(row, true, Turn.IN_PROGRESS, header(3, NOW));
      assertThat(kept.row().plan().expiresAt())
          .isEqualTo(EXPIRES.plusSeconds(Math.max(0, seconds)).truncatedTo(ChronoUnit.SECONDS));
    }
  }

  @Test
  void namesOfPlacesAreInTheOrderOfThePlaces() {
    var at = Instant.ofEpochMilli(1_000);
    var ninth = new Place(at, 9, id(2));
    var tenth = new Place(at, 10, id(1));

    assertThat(ninth.name()).isEqualTo("000000000001000-000000000009-" + id(2));
    assertThat(tenth.name()).isGreaterThan(ninth.name());
    assertThat(Place.of(tenth.name())).isEqualTo(tenth);
  }

  @Test
  void partsAreReadFromAfterTheLastPlaceThatIsOver() {
    var first = new Place(NOW, 1, id(1)).name();
    var second = new Place(NOW, 2, id(2)).name();
    var passed = OrderState.FRESH.withPassed(first);

    assertThat(OrderState.FRESH.from()).isEmpty();
    assertThat(passed.from()).isEqualTo(first + "-");
    assertThat(passed.withOver(second).from()).isEqualTo(second + "-");
    assertThat(passed.withOver(first).over()).isEmpty();
  }

  @Test
  void aPlaceUpToTheOneThatIsOverIsReadAgain() {
    var over = new Place(NOW, 2, id(2));
    var state = OrderState.FRESH.withOver(over.name());

    assertThat(state.noting(new Place(NOW, 1, id(1)), true).over()).isEmpty();
    assertThat(state.noting(over, true).over()).isEmpty();
    assertThat(state.noting(new Place(NOW, 3, id(3)), true).over()).isEqualTo(over.name());
  }

  private static OrderRow taken(int number) {
    return ((Placing.Take) place(fresh(), false, Turn.FREE, header(number, NOW))).row();
  }

  /** Returns the row after a waiting call that took some time. */
  private static OrderRow waitedSince(Instant at) {
    var first = header(1, at.minusSeconds(60));
    var row = ((Placing.Take) place(fresh(), false, Turn.FREE, first)).row();
    return ((Placing.Wait) place(row, Turn.IN_PROGRESS, header(2, at), NOW)).row();
  }

  private static OrderRow waited(OrderRow row, int number) {
    return ((Placing.Wait) place(row, true, Turn.IN_PROGRESS, header(number, NOW))).row();
  }

  private static Placing place(OrderRow row, boolean exists, Turn turn, TaskHeader header) {
    return Placing.of(row, exists, turn, header, Optional.empty(), EXPIRES, NOW);
  }

  private static Placing place(OrderRow row, Turn turn, TaskHeader header, Instant now) {
    return Placing.of(row, true, turn, header, Optional.empty(), EXPIRES, now);
  }
}
