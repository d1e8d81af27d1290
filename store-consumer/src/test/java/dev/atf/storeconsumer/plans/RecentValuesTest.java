package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RecentValuesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final RecentValues<Integer, String> values = new RecentValues<>(3, Duration.ofMinutes(2));

  @Test
  void keysThatTakeTurnsDoNotPushEachOtherOut() {
    for (int round = 0; round < 5; round++) {
      for (int key = 0; key < 6; key++) {
        values.put(key, "v" + key, NOW.plusSeconds(round));
      }
    }

    assertThat(values.find(0)).contains("v0");
    assertThat(values.find(2)).contains("v2");
    assertThat(values.find(3)).isEmpty();
  }

  @Test
  void newKeyTakesThePlaceOfAStaleOne() {
    values.put(0, "a", NOW);
    values.put(1, "b", NOW.plusSeconds(1));
    values.put(2, "c", NOW.plusSeconds(1));
    values.put(0, "a", NOW.plusSeconds(2));

    assertThat(values.put(3, "d", NOW.plusSeconds(121))).isFalse();
    assertThat(values.put(3, "d", NOW.plusSeconds(122))).isTrue();

    assertThat(values.find(1)).isEmpty();
    assertThat(values.find(0)).contains("a");
  }

  @Test
  void newKeyTakesThePlaceOfOneFromBeforeTheClockWasSetBack() {
    for (int key = 0; key < 3; key++) {
      values.put(key, "v" + key, NOW.plusSeconds(121));
    }

    assertThat(values.put(3, "d", NOW)).isTrue();
  }

  @Test
  void removedKeyLeavesRoom() {
    values.put(0, "a", NOW);
    values.put(1, "b", NOW);
    values.put(2, "c", NOW);

    values.remove(1);

    assertThat(values.put(3, "d", NOW)).isTrue();
  }
}
