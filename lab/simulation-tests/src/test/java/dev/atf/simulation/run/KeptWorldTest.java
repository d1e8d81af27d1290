package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.loop.MonotonicClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeptWorldTest {
  @Test
  void linesForPeopleAreNotRead() {
    var kept =
        KeptWorld.read(
            """
            # a comment

            {"reason":"one","plan":{"seed":1}}
            {"reason":"two","plan":{"seed":2,"tasks":3}}
            """);

    assertThat(kept).extracting(KeptWorld::reason).containsExactly("one", "two");
    assertThat(kept.get(1).plan().tasks()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "{\"plan\":{\"seed\":1}}",
        "{\"reason\":\"\",\"plan\":{\"seed\":1}}",
        "{\"reason\":\"why\"}",
        "{\"reason\":\"why\",\"plan\":{\"seed\":1},\"more\":1}",
        "{\"reason\":\"why\",\"plan\":{\"seed\":1,\"tasks\":0}}"
      })
  void aWrongLineIsNamed(String line) {
    assertThatThrownBy(() -> KeptWorld.read("# kept\n" + line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2");
  }

  @Test
  @Tag("system")
  void aKeptWorldInWhichALawIsBrokenFailsTheRun() {
    var tally = new Tally(MonotonicClock.system());

    try (var simulation = new Simulation(2)) {
      simulation.run(KeptWorld.plans(), Ablations.claimOfAnyStatus(), tally::add);
    }

    assertThat(tally.worlds()).isEqualTo(KeptWorld.all().size());
    assertThat(tally.report().isClean()).isFalse();
    assertThat(KeptWorld.plans()).contains(tally.report().failed().get(0).plan());
  }
}
