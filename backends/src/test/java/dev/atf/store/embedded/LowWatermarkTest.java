package dev.atf.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LowWatermarkTest {
  private final LowWatermark watermark = new LowWatermark();

  @Test
  void theNextScanBeginsWhereTheLastOneFoundSomething() {
    watermark.begin().found(70);

    assertThat(watermark.begin().from()).isEqualTo(70);
  }

  @Test
  void addingAnEarlierEntryLowersTheMark() {
    watermark.begin().found(70);

    watermark.added(50);
    watermark.added(60);

    assertThat(watermark.begin().from()).isEqualTo(50);
  }

  @Test
  void entriesAddedDuringAScanAreNotPassedOver() {
    var scan = watermark.begin();
    watermark.added(50);

    scan.found(70);

    assertThat(watermark.begin().from()).isEqualTo(50);
  }

  @Test
  void aSecondScanDoesNotHideFromTheFirstWhatWasAddedBetween() {
    var first = watermark.begin();
    watermark.added(50);
    var second = watermark.begin();

    second.found(50);
    first.found(70);

    assertThat(watermark.begin().from()).isEqualTo(50);
  }

  @Test
  void aScanThatFailedMovesNothing() {
    watermark.begin().found(70);

    watermark.begin().found(Long.MIN_VALUE);

    assertThat(watermark.begin().from()).isEqualTo(70);
  }
}
