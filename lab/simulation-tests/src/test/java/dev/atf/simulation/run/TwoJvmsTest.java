package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.simulation.world.Ablation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that a seed has the same history in two JVMs. Hashes of enum values, and the order of
 * {@code Set.of}, differ between them.
 */
final class TwoJvmsTest {
  private static final int SEEDS = 300;

  /** Prints the hash of each history. */
  public static void main(String[] arguments) {
    histories().forEach(System.out::println);
  }

  @Test
  @Tag("nightly")
  void aSeedHasTheSameHistoryInAnotherJvm() throws IOException {
    var other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=3",
                "-cp",
                System.getProperty("java.class.path"),
                TwoJvmsTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var there = other.inputReader()) {
      var here = histories();

      assertThat(there.lines().toList()).isEqualTo(here);
    } finally {
      other.destroyForcibly();
    }
  }

  private static List<String> histories() {
    var histories = new ArrayList<String>();
    try (var simulation = new Simulation(1)) {
      simulation.run(
          new Seeds(0, SEEDS),
          Ablation.NOTHING,
          world -> histories.add("%d %016x".formatted(world.plan().seed(), world.hash())));
    }
    return histories;
  }
}
