package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's plans. */
public abstract class PlansContract {
  private final LambdaName lambda = SampleTasks.nextLambda();

  protected abstract Stores stores();

  @Test
  void aPlanIsFoundAsItWasPut() {
    var alarmed = plan("a").with(bytes("{\"fires\":1}"), NOW.plusMillis(7)).withExpiresAt(NOW);
    var idle = plan("b").with(bytes("{}"), null).withListed(false);

    put(alarmed);
    put(idle);

    assertThat(stores().plans().find(alarmed.id())).contains(alarmed);
    assertThat(stores().plans().find(idle.id())).contains(idle);
  }

  @Test
  void anUnknownPlanIsNotFound() {
    assertThat(stores().plans().find(plan("nobody").id())).isEmpty();
  }

  @Test
  void theFirstVersionIsRefusedWhereThereIsOne() {
    var first = plan("a").with(bytes("first"), NOW);
    put(first);

    var result = stores().plans().put(plan("a").with(bytes("second"), NOW));

    assertThat(result).isEqualTo(new PlanResult.Refused(Optional.of(first)));
    assertThat(stores().plans().find(first.id())).contains(first);
  }

  @Test
  void aPlanIsReplacedByItsNextVersionAlone() {
    var first = plan("a").with(bytes("first"), NOW);
    var second = first.next(bytes("second"), NOW.plusSeconds(1));
    put(first);
    put(second);

    assertThat(stores().plans().put(first.next(bytes("late"), NOW)))
        .isEqualTo(new PlanResult.Refused(Optional.of(second)));
    assertThat(stores().plans().put(second.next(bytes("third"), null).next(bytes("fourth"), null)))
        .isEqualTo(new PlanResult.Refused(Optional.of(second)));
    assertThat(stores().plans().find(first.id())).contains(second);
  }

  @Test
  void aLaterVersionIsRefusedWhereThereIsNone() {
    assertThat(stores().plans().put(plan("a").next(bytes(""), NOW)))
        .isEqualTo(new PlanResult.Refused(Optional.empty()));
  }

  @Test
  void oneOfManyConcurrentWritesOfAVersionSucceeds() throws Exception {
    var first = plan("a").with(bytes("first"), NOW);
    put(first);
    var calls = new ArrayList<Callable<PlanResult>>();
    for (int i = 0; i < 16; i++) {
      var next = first.next(bytes("by " + i), NOW);
      calls.add(() -> stores().plans().put(next));
    }

    var written = 0;
    var threads = Executors.newFixedThreadPool(8);
    try {
      for (var result : threads.invokeAll(calls)) {
        written += result.get() instanceof PlanResult.Written ? 1 : 0;
      }
    } finally {
      threads.shutdown();
    }

    assertThat(written).isEqualTo(1);
    assertThat(stores().plans().find(first.id()).orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void aPlanIsDeletedInTheVersionThatWasSeen() {
    var first = plan("a").with(bytes("first"), NOW);
    var second = first.next(bytes("second"), NOW);
    put(first);
    put(second);

    assertThat(stores().plans().delete(first)).isFalse();
    assertThat(stores().plans().find(first.id())).contains(second);
    assertThat(stores().plans().delete(second)).isTrue();
    assertThat(stores().plans().find(first.id())).isEmpty();
    assertThat(stores().plans().delete(second)).isFalse();
    Eventually.holds(() -> assertThat(live(NOW)).isEmpty());
    put(first);
  }

  @Test
  void aVersionOfADeletedPlanNeitherReplacesNorDeletesThePlanThatWasCreatedAgain() {
    var deleted = plan("a").with(bytes("deleted"), NOW);
    var again = deleted.withCreatedAt(NOW.plusMillis(1)).with(bytes("again"), NOW);
    put(deleted);
    assertThat(stores().plans().delete(deleted)).isTrue();
    put(again);

    assertThat(stores().plans().put(deleted.next(bytes("late"), NOW)))
        .isEqualTo(new PlanResult.Refused(Optional.of(again)));
    assertThat(stores().plans().delete(deleted)).isFalse();
    assertThat(stores().plans().find(again.id())).contains(again);
    put(again.next(bytes("second"), NOW));
  }

  @Test
  void livePlansAreReadInTheOrderOfTheirAlarms() {
    var late = plan("late").with(bytes(""), NOW.plusMillis(2));
    var early = plan("early").with(bytes(""), NOW.minusMillis(2));
    var now = plan("now").with(bytes(""), NOW);
    List.of(late, early, now).forEach(this::put);

    Eventually.holds(
        () -> {
          assertThat(live(NOW)).containsExactly(early.id(), now.id());
          assertThat(live(NOW.plusMillis(1))).containsExactly(early.id(), now.id());
          assertThat(live(NOW.plusMillis(2))).containsExactly(early.id(), now.id(), late.id());
        });
  }

  @Test
  void aPlanMovesWithItsAlarmAndRestsWithoutOne() {
    var first = plan("a").with(bytes(""), NOW);
    put(first);
    put(first.next(bytes(""), NOW.plusSeconds(5)));

    Eventually.holds(
        () -> {
          assertThat(live(NOW)).isEmpty();
          assertThat(live(NOW.plusSeconds(5))).containsExactly(first.id());
        });

    put(first.next(bytes(""), null).next(bytes(""), null));

    Eventually.holds(
        () -> {
          assertThat(live(NOW.plusSeconds(5))).isEmpty();
          assertThat(ids(PlanList.resting(lambda, PlanKind.PERIODIC), NOW))
              .containsExactly(first.id());
        });
  }

  @Test
  void anUnlistedPlanWithoutAlarmStandsInNoList() {
    var first = plan("a").with(bytes(""), NOW).withListed(false);
    put(first);
    put(first.next(bytes(""), null));

    Eventually.holds(
        () -> {
          assertThat(live(NOW)).isEmpty();
          assertThat(ids(PlanList.resting(lambda, PlanKind.PERIODIC), NOW)).isEmpty();
        });
  }

  @Test
  void kindsAndShardsAndLambdasHaveTheirOwnLists() {
    put(plan("a").with(bytes(""), NOW));

    Eventually.holds(() -> assertThat(live(NOW)).hasSize(1));
    assertThat(ids(PlanList.live(lambda, PlanKind.JOB, 0), NOW)).isEmpty();
    assertThat(ids(PlanList.live(lambda, PlanKind.PERIODIC, 1), NOW)).isEmpty();
    assertThat(ids(PlanList.live(SampleTasks.nextLambda(), PlanKind.PERIODIC, 0), NOW)).isEmpty();
  }

  @Test
  void aListIsReadInPages() {
    var ids = new ArrayList<PlanId>();
    for (int i = 0; i < 7; i++) {
      // Two of each time: a page may end between them.
      var plan = plan("p" + i).with(bytes(""), NOW.plusMillis(i / 2));
      ids.add(plan.id());
      put(plan);
    }

    Eventually.holds(() -> assertThat(inPages(3)).containsExactlyInAnyOrderElementsOf(ids));
  }

  @Test
  void partsAreReadInTheOrderOfTheirNames() {
    var plan = plan("a");
    var names = List.of("w/0002", "w/0001", "v/9", "w/0010");
    names.forEach(
        name -> stores().plans().putPart(new PlanPart(plan.id(), name, bytes(name), null)));
    stores().plans().putPart(new PlanPart(plan("b").id(), "w/0001", bytes("another's"), null));
    put(plan);

    assertThat(names(plan, "", 10)).containsExactly("v/9", "w/0001", "w/0002", "w/0010");
    assertThat(names(plan, "w/", 2)).containsExactly("w/0001", "w/0002");
    assertThat(names(plan, "w/0002", 10)).containsExactly("w/0002", "w/0010");
    assertThat(stores().plans().parts(plan.id(), "v/9", 1).get(0).body()).isEqualTo(bytes("v/9"));
  }

  @Test
  void aPartIsWrittenOnceAndCanBeTakenAway() {
    var part = new PlanPart(plan("a").id(), "w/1", bytes("first"), NOW.plusSeconds(9));

    assertThat(stores().plans().putPart(part)).isTrue();
    assertThat(stores().plans().putPart(new PlanPart(part.plan(), "w/1", bytes("second"), null)))
        .isFalse();
    assertThat(stores().plans().parts(part.plan(), "", 10)).containsExactly(part);
    stores().plans().deletePart(part.plan(), "w/1");
    stores().plans().deletePart(part.plan(), "w/1");
    assertThat(stores().plans().parts(part.plan(), "", 10)).isEmpty();
  }

  private Plan plan(String name) {
    var id = PlanId.of(PlanKind.PERIODIC, lambda, name);
    return Plan.fresh(id, PlanKind.PERIODIC, lambda, name, 1, NOW);
  }

  private void put(Plan plan) {
    assertThat(stores().plans().put(plan)).isInstanceOf(PlanResult.Written.class);
  }

  private List<PlanId> live(Instant until) {
    return ids(PlanList.live(lambda, PlanKind.PERIODIC, 0), until);
  }

  private List<PlanId> ids(PlanList list, Instant until) {
    return stores().plans().read(list, until, 100, Optional.empty()).entries().stream()
        .map(PlanPage.Mark::id)
        .toList();
  }

  private List<PlanId> inPages(int size) {
    var all = new ArrayList<PlanId>();
    var list = PlanList.live(lambda, PlanKind.PERIODIC, 0);
    var after = Optional.<PlanPage.Mark>empty();
    do {
      var page = stores().plans().read(list, NOW.plusSeconds(1), size, after);
      page.entries().forEach(entry -> all.add(entry.id()));
      after = page.next();
    } while (after.isPresent());
    return all;
  }

  private List<String> names(Plan plan, String from, int limit) {
    return stores().plans().parts(plan.id(), from, limit).stream().map(PlanPart::name).toList();
  }

  private static Bytes bytes(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
