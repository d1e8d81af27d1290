package dev.atf.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.simulation.run.Simulation;
import org.junit.jupiter.api.Test;

final class WorldTest {
  @Test
  void oneSeedMakesOneHistory() {
    for (long seed = 1; seed <= 3; seed++) {
      assertThat(hash(seed)).isEqualTo(hash(seed));
    }
  }

  private static long hash(long seed) {
    return Simulation.world(seed, false, Ablation.NOTHING).hash();
  }
}
