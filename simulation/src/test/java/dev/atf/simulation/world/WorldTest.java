package dev.atf.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.simulation.time.Carriers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WorldTest {
  private final Carriers carriers = new Carriers();

  @AfterEach
  void close() {
    carriers.close();
  }

  @Test
  void oneSeedMakesOneHistory() {
    assertThat(run(1).hash()).isEqualTo(run(1).hash());
  }

  @Test
  void theLawsHoldInTheFirstWorlds() {
    for (long seed = 0; seed < 40; seed++) {
      long begun = System.nanoTime();
      try {
      var r = run(seed);
      System.out.printf("SEED %d simulated=%s happened=%d real=%dms viol=%s%n", seed, r.simulated(), r.happened(), (System.nanoTime() - begun) / 1000000, r.violations().stream().limit(2).toList());
      } catch (RuntimeException e) { System.out.println("SEED " + seed + " FAILED " + e + " " + java.util.Arrays.toString(java.util.Objects.requireNonNull(e.getCause()).getStackTrace()).substring(0, 800)); }
    }
  }

  private WorldReport run(long seed) {
    return new World(Plan.draw(seed), carriers, false, (event, guard) -> false).run();
  }
}
