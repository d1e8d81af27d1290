package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskLifecycle;
import dev.atf.model.task.TaskLifecycle.Row;
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
  /** Number of worlds in which an ablation must be noticed. */
  private static final int WORLDS = 100;

  private static final int WITHOUT_ABLATION = 20;
  private static final int NIGHTLY = 200;

  @ParameterizedTest
  @CsvSource({
    "AddAttempt of BLOCK, attempts are counted and bounded",
    "RAMP_WITHOUT_MARK, blocked tasks are released on a ramp",
    "RAMP_WITHOUT_COUNT, blocked tasks are released on a ramp",
    "NO_TRIAL, blocked tasks are released on a ramp"
  })
  @Tag("CN2")
  @Tag("CN3")
  @Tag("CN4")
  void aConditionThatLacksAPartIsNoticed(String missing, String law) {
    assertNoticed(missing, law);
  }

  /** One of twenty worlds notices it. */
  @Test
  @Tag("system")
  @Tag("CN3")
  void aConditionThatIsOpenedByAnEarlierTesterIsNoticed() {
    assertNoticed("STALE_TESTER", "tested since its closing");
  }

  private static void assertNoticed(String missing, String law) {
    var ablation = Ablations.named(missing);

    var noticed =
        plans(0, WORLDS)
            .map(plan -> Simulation.world(plan, false, ablation).violations())
            .filter(violations -> !violations.isEmpty())
            .findFirst();

    assertThat(noticed.orElse(List.of())).extracting(Violation::law).contains(law);
  }

  /** The world lasts for hours, as its task never ends: few processes keep it cheap. */
  @Test
  void aBlockedTaskThatIsForgottenIsNoticed() {
    var plan =
        PlanJson.parse(
            """
            {"seed":0,"outages":4,"frontends":1,"consumers":1,"hscs":1,"hosts":1,"lambdas":1,
            "priorities":1,"shards":1,"slots":1,"tasks":12,"clients":1}
            """);

    var world = Simulation.world(plan, false, Ablations.named("BLOCKED_FORGOTTEN"));

    assertThat(world.violations())
        .extracting(Violation::law)
        .contains("what was acknowledged ends");
  }

  @Test
  @Tag("system")
  @Tag("CN1")
  @Tag("CN4")
  void noLawIsBrokenWhereDependenciesAreAway() {
    assertLawsHold(0, WITHOUT_ABLATION);
  }

  @Test
  @Tag("nightly")
  void noLawIsBrokenInMoreWorldsWhereDependenciesAreAway() {
    assertLawsHold(WITHOUT_ABLATION, NIGHTLY);
  }

  private static void assertLawsHold(long first, int worlds) {
    var tally = new Tally(MonotonicClock.system());

    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(plans(first, worlds).toList(), Ablation.NOTHING, tally::add);
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

  private static Stream<WorldPlan> plans(long first, int worlds) {
    return LongStream.range(first, first + worlds)
        .mapToObj(seed -> PlanJson.parse("{\"seed\":%d,\"outages\":4}".formatted(seed)));
  }
}
