package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.simulation.check.Shares;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.Violation;
import dev.atf.simulation.world.WorldPlan;
import dev.atf.simulation.world.WorldReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("system")
final class ShrinkerTest {
  private static final WorldPlan LARGE =
      PlanJson.parse(
          """
          {"seed":5,"frontends":2,"consumers":3,"hscs":3,"hosts":3,"lambdas":3,"priorities":3,
          "shards":4,"slots":3,"tasks":44,"clients":3,"attemptsMax":5,"busyFor":"PT140S",
          "families":["CALL_LOST","CALL_DOUBLED","PARTITION","CRASH","PAUSE","CLOCK_WRONG"]}
          """);

  @Test
  void removesWhatTheFailureDoesNotNeed() {
    var shrunk =
        shrink(
            LARGE,
            plan ->
                plan.families().contains(FaultKind.CRASH)
                    && plan.families().contains(FaultKind.PAUSE)
                    && plan.tasks() >= 7
                    && plan.faultsMax() >= 3
                    && plan.busyFor().compareTo(Duration.ofSeconds(31)) >= 0);

    assertThat(shrunk.smallest()).isTrue();
    assertThat(PlanJson.text(shrunk.world().plan()))
        .isEqualTo(
            PlanJson.text(
                PlanJson.parse(
                    """
                    {"seed":5,"faultsMax":3,"frontends":1,"consumers":1,"hscs":1,"hosts":1,
                    "lambdas":1,"priorities":1,"shards":1,"slots":1,"tasks":7,"clients":1,
                    "attemptsMax":1,"runningMax":0,"restlessness":0,"busyFor":"PT31S","families":["CRASH","PAUSE"]}
                    """)));
  }

  @Test
  void aBreachOfAnotherLawIsNotFollowed() {
    var shrinker =
        new Shrinker(plan -> report(plan, plan.tasks() == 44 ? "law" : "another"), () -> true);

    var shrunk = shrinker.shrink(report(LARGE, "law"));

    assertThat(shrunk.law()).isEqualTo("law");
    assertThat(shrunk.world().plan().tasks()).isEqualTo(44);
    assertThat(shrunk.world().plan().families()).isEmpty();
  }

  @Test
  void theBestSoFarIsGivenWhenTimeIsUp() {
    var left = new AtomicInteger(4);
    var shrinker = new Shrinker(plan -> report(plan, "law"), () -> left.getAndDecrement() > 0);

    var shrunk = shrinker.shrink(report(LARGE, "law"));

    assertThat(shrunk.smallest()).isFalse();
    assertThat(shrunk.tried()).isEqualTo(4);
    assertThat(shrunk.world().plan().families()).hasSizeLessThan(LARGE.families().size());
  }

  @Test
  void aWorldWithoutAGuardIsMadeSmallerAndBreaksTheSameLawWhenReadFromItsJson() {
    var ablation = Ablations.claimOfAnyStatus();
    var broken = Simulation.world(firstBroken(), false, ablation);
    var shrinker = new Shrinker(plan -> Simulation.world(plan, false, ablation), () -> true);

    var shrunk = shrinker.shrink(broken);

    var plan = shrunk.world().plan();
    assertThat(shrunk.smallest()).isTrue();
    assertThat(plan.families()).hasSizeLessThan(broken.plan().families().size());
    assertThat(plan.tasks()).isLessThan(broken.plan().tasks());
    var again = Simulation.world(PlanJson.parse(PlanJson.text(plan)), true, ablation);
    assertThat(again.broke(shrunk.law())).isTrue();
    assertThat(again.hash()).isEqualTo(shrunk.world().hash());
    assertThat(Simulation.world(plan, false, Ablation.NOTHING).isClean()).isTrue();
  }

  @Test
  void aWorldWhoseFaultsAreBoundedByAsManyAsHappenHasTheSameHistory() {
    var free = Simulation.world(WorldPlan.draw(3), false, Ablation.NOTHING);
    int happened = free.fired().values().stream().mapToInt(Integer::intValue).sum();

    var bounded = bounded(happened);
    var fewer = bounded(happened / 2);

    assertThat(happened).isPositive();
    assertThat(bounded.hash()).isEqualTo(free.hash());
    assertThat(fewer.fired().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(happened / 2);
  }

  private static WorldReport bounded(int faultsMax) {
    var plan = PlanJson.parse("{\"seed\":3,\"faultsMax\":%d}".formatted(faultsMax));
    return Simulation.world(plan, false, Ablation.NOTHING);
  }

  private static WorldPlan firstBroken() {
    for (long seed = 0; seed < 100; seed++) {
      var plan = WorldPlan.draw(seed);
      if (!plan.families().isEmpty()
          && !Simulation.world(plan, false, Ablations.claimOfAnyStatus()).isClean()) {
        return plan;
      }
    }
    throw new AssertionError("nothing was noticed");
  }

  private static Shrunk shrink(WorldPlan plan, Predicate<WorldPlan> fails) {
    return new Shrinker(
            tried -> fails.test(tried) ? report(tried, "law") : clean(tried), () -> true)
        .shrink(report(plan, "law"));
  }

  private static WorldReport clean(WorldPlan plan) {
    return report(plan, List.of());
  }

  private static WorldReport report(WorldPlan plan, String law) {
    return report(plan, List.of(new Violation(law, "somehow")));
  }

  private static WorldReport report(WorldPlan plan, List<Violation> violations) {
    return new WorldReport(
        plan,
        Duration.ZERO,
        0,
        0,
        violations,
        List.of(),
        Map.of(),
        Map.of(FaultKind.CRASH, 1_000),
        new Shares.Count(0, 0, 0));
  }
}
