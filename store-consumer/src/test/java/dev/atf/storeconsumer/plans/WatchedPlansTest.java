package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests which plans are checked if there are too many. */
final class WatchedPlansTest {
  private static final Instant ALARM = Instant.parse("2026-03-01T12:00:00Z");
  private static final PlanList MANY = list("many", PlanKind.ORDER);
  private static final PlanList FEW = list("few", PlanKind.PERIODIC);
  private static final Duration NOW = Duration.ofSeconds(10);

  private final WatchedPlans watched = new WatchedPlans(10, Duration.ofSeconds(3));

  @Test
  void looksGoRoundTheLambdasAndKinds() {
    find(MANY, 0, 6);
    watched.found(FEW, id(FEW, 0), ALARM, ALARM, NOW);
    watched.found(list("many", PlanKind.JOB), id(MANY, 100), ALARM, ALARM, NOW);

    var due = watched.due(NOW, 3);

    assertThat(due).extracting(watch -> watch.list().key()).doesNotHaveDuplicates();
  }

  @Test
  void everyShareIsTheFirstInItsTurn() {
    find(MANY, 0, 6);
    watched.found(FEW, id(FEW, 0), ALARM, ALARM, NOW);

    var first = watched.due(NOW, 1).get(0);
    var second = watched.due(NOW, 1).get(0);

    assertThat(first.list()).isNotEqualTo(second.list());
  }

  @Test
  void evictsTheLatestAlarmsOfTheLargestShare() {
    find(MANY, 0, 9);
    var late = watched.due(NOW, 1).get(0);
    watched.failed(late, NOW);
    watched.found(FEW, id(FEW, 0), ALARM, ALARM, NOW);

    watched.found(FEW, id(FEW, 1), ALARM, ALARM, NOW);

    assertThat(watched.size()).isEqualTo(10);
    var due = watched.due(NOW.plusSeconds(60), 100);
    assertThat(due).extracting(WatchedPlans.Watch::id).doesNotContain(late.id());
    assertThat(due).filteredOn(watch -> watch.list().equals(FEW)).hasSize(2);
  }

  @Test
  void plansOfListsThatOthersHaveByNowAreForgotten() {
    find(MANY, 0, 3);
    watched.found(FEW, id(FEW, 0), ALARM, ALARM, NOW);

    watched.retain(java.util.Set.of(FEW));

    assertThat(watched.size()).isEqualTo(1);
    assertThat(watched.next()).contains(NOW);
  }

  private void find(PlanList list, int from, int count) {
    for (int i = from; i < from + count; i++) {
      watched.found(list, id(list, i), ALARM, ALARM, NOW);
    }
  }

  private static PlanList list(String lambda, PlanKind kind) {
    return PlanList.live(new LambdaName(lambda), kind, 0);
  }

  private static PlanId id(PlanList list, int number) {
    return PlanId.of(list.kind(), list.lambda(), "p" + number);
  }
}
