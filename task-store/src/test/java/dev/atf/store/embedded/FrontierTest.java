package dev.atf.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FrontierTest {
  private final Frontier frontier = new Frontier();

  @Test
  void theNextScanBeginsWhereTheLastOneFoundSomething() {
    frontier.begin().found(70);

    assertThat(frontier.begin().from()).isEqualTo(70);
  }

  @Test
  void whatIsAddedBeforeItTakesItBack() {
    frontier.begin().found(70);

    frontier.added(50);
    frontier.added(60);

    assertThat(frontier.begin().from()).isEqualTo(50);
  }

  @Test
  void whatIsAddedDuringAScanIsNotPassedOver() {
    var scan = frontier.begin();
    frontier.added(50);

    scan.found(70);

    assertThat(frontier.begin().from()).isEqualTo(50);
  }

  @Test
  void aSecondScanDoesNotHideFromTheFirstWhatWasAddedBetween() {
    var first = frontier.begin();
    frontier.added(50);
    var second = frontier.begin();

    second.found(50);
    first.found(70);

    assertThat(frontier.begin().from()).isEqualTo(50);
  }

  @Test
  void aScanThatFailedMovesNothing() {
    frontier.begin().found(70);

    frontier.begin().found(Long.MIN_VALUE);

    assertThat(frontier.begin().from()).isEqualTo(70);
  }
}
