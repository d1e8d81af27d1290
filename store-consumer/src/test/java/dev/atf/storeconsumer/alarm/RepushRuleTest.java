package dev.atf.storeconsumer.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RepushRuleTest {
  @Test
  void aLostMessageIsMadeUpForAndAWaitingOneIsNot() {
    assertThat(RepushRule.worthPushing(1, 4, 0, 2_000)).isTrue();
    assertThat(RepushRule.worthPushing(1, 4, 199, 2_000)).isTrue();
    assertThat(RepushRule.worthPushing(1, 4, 200, 2_000)).isFalse();
    assertThat(RepushRule.worthPushing(8, 4, 1_999, 2_000)).isFalse();
    assertThat(RepushRule.worthPushing(9, 4, 1_999, 2_000)).isTrue();
    assertThat(RepushRule.worthPushing(9, 4, 2_000, 2_000)).isFalse();
  }

  @Test
  void pushesRefusedTasksWhileTheQueueHasCapacity() {
    assertThat(RepushRule.worthPushing(-1, 4, 1_999, 2_000)).isTrue();
    assertThat(RepushRule.worthPushing(-1, 4, 2_000, 2_000)).isFalse();
  }
}
