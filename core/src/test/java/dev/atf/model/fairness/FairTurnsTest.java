package dev.atf.model.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FairTurnsTest {
  private static final KeyGroup A = new KeyGroup(1);
  private static final KeyGroup B = new KeyGroup(2);

  private final FairTurns turns = new FairTurns();

  @Test
  void groupsOfOneWeightTakeTurns() {
    turns.enter(A);
    turns.enter(B);

    assertThat(serve(4, Map.of())).containsExactly(A, B, A, B);
  }

  @Test
  void aHeavyGroupGetsAsManyTurnsAsItWeighs() {
    turns.enter(A);
    turns.enter(B);

    assertThat(serve(40, Map.of(A, 3))).filteredOn(A::equals).hasSize(30);
  }

  @Test
  void aGroupThatComesIsNextAndMakesUpForNothing() {
    turns.enter(A);
    serve(1_000, Map.of());
    turns.enter(B);

    assertThat(serve(6, Map.of())).filteredOn(B::equals).hasSize(3);
  }

  @Test
  void aGroupThatCouldNotBeServedMakesUpForNothing() {
    turns.enter(A);
    turns.enter(B);
    for (int i = 0; i < 100; i++) {
      turns.serve(A, 1);
    }

    assertThat(serve(1, Map.of())).containsExactly(B);
    assertThat(serve(10, Map.of())).filteredOn(B::equals).hasSize(5);
  }

  @Test
  void groupsThatMayNotBeServedArePassedOver() {
    turns.enter(A);
    turns.enter(B);

    assertThat(turns.next(B::equals)).isEqualTo(B);
    assertThat(turns.next(none -> false)).isNull();
    turns.leave(B);
    assertThat(turns.next(B::equals)).isNull();
  }

  private List<KeyGroup> serve(int count, Map<KeyGroup, Integer> weights) {
    var served = new ArrayList<KeyGroup>();
    for (int i = 0; i < count; i++) {
      var next = turns.next(any -> true);
      turns.serve(next, weights.getOrDefault(next, 1));
      served.add(next);
    }
    return served;
  }
}
