package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.model.history.TaskEvent;
import dev.atf.model.transition.TaskLifecycle;
import dev.atf.model.transition.TaskLifecycle.Row;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.Violation;
import dev.atf.simulation.world.WorldPlan;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutagesTest {
  private static final int WORLDS = 60;

  /**
   * @param first world that is looked at; those before it notice nothing, which takes long
   */
  @ParameterizedTest
  @CsvSource({
    "AddAttempt of BLOCK, 0, attempts are counted and bounded",
    "BLOCKED_FORGOTTEN, 0, what was acknowledged ends",
    "RAMP_WITHOUT_MARK, 0, blocked tasks are released on a ramp",
    "RAMP_WITHOUT_COUNT, 0, blocked tasks are released on a ramp",
    "NO_TRIAL, 0, blocked tasks are released on a ramp",
    "STALE_TESTER, 20, tested since its closing"
  })
  void aConditionThatLacksAPartIsNoticed(String missing, long first, String law) {
    var ablation = Ablations.named(missing);

    var noticed =
        plans()
            .skip(first)
            .map(plan -> Simulation.world(plan, false, ablation).violations())
            .filter(violations -> !violations.isEmpty())
            .findFirst();

    assertThat(noticed.orElse(List.of())).extracting(Violation::law).contains(law);
  }

  @Test
  @Tag("system")
  void noLawIsBrokenWhereDependenciesAreAway() {
    var tally = new Tally(MonotonicClock.system());

    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(plans().toList(), Ablation.NOTHING, tally::add);
    }

    var report = tally.report();
    assertThat(report.failed()).isEmpty();
    assertThat(report.neverTaken())
        .doesNotContainAnyElementsOf(
            TaskLifecycle.rows().stream()
                .filter(OutagesTest::isOfABlock)
                .map(row -> row.event() + " from " + row.from())
                .toList());
  }

  private static boolean isOfABlock(Row row) {
    return row.from() == TaskStatus.BLOCKED
        || EnumSet.of(TaskEvent.BLOCK, TaskEvent.BLOCK_UNCLAIMED).contains(row.event());
  }

  @Test
  void someWorldsHaveOutagesBesideTheirOtherDraws() {
    assertThat(LongStream.range(0, 300).mapToObj(WorldPlan::draw))
        .filteredOn(plan -> plan.outages() > 0)
        .hasSizeBetween(70, 130);
  }

  private static Stream<WorldPlan> plans() {
    return LongStream.range(0, WORLDS)
        .mapToObj(seed -> PlanJson.parse("{\"seed\":%d,\"outages\":4}".formatted(seed)));
  }
}
