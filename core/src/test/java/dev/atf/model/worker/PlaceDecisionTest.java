package dev.atf.model.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.worker.PlaceRecord.GoneInstance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PlaceDecisionTest {
  private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
  private static final HealthTimes TIMES =
      new HealthTimes(Duration.ofSeconds(15), Duration.ofSeconds(60));
  private static final WorkerPlace PLACE = new WorkerPlace("rack-7");
  private static final PlaceDecision OF_OTHERS =
      decision(
          WorkerHealth.NEW, WorkerOrder.WAIT, "place rack-7 is of a host with other credentials");

  private Instant now = NOON;
  private String owner = "paint-workers";
  private Instant watchedSince = Instant.EPOCH;
  private Optional<PlaceRecord> stored = Optional.empty();

  @Test
  void hostIsHealthyOnceItHasReceivedAnAnswer() {
    assertThat(report("a", false)).isEqualTo(decision(WorkerHealth.NEW, WorkerOrder.NONE, ""));
    assertThat(report("a", true)).isEqualTo(decision(WorkerHealth.HEALTHY, WorkerOrder.NONE, ""));
  }

  @Test
  void newcomerWaitsWhileTheHolderIsWell() {
    hold("a");
    pass(14);

    assertThat(report("b", false))
        .isEqualTo(
            decision(
                WorkerHealth.NEW,
                WorkerOrder.WAIT,
                "place rack-7 is held by a on host-a since 2026-11-26T12:00:00Z"));
    assertThat(stored.orElseThrow().isHeldBy("a")).isTrue();
  }

  @Test
  void newcomerTakesThePlaceOfASilentHolderWhichMustEnd() {
    hold("a");
    pass(15);

    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);
    assertThat(report("a", true))
        .isEqualTo(decision(WorkerHealth.MUST_DIE, WorkerOrder.EXIT, "displaced by b"));
    assertThat(stored.orElseThrow().isHeldBy("b")).isTrue();
  }

  @Test
  void newcomerTakesThePlaceOfAHolderWhoseCheckFails() {
    hold("a");
    var decision = decide(report("a", true, "disk full", false));
    assertThat(decision.health()).isEqualTo(WorkerHealth.UNHEALTHY);

    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);
    assertThat(stored.orElseThrow().isHeldBy("b")).isTrue();
  }

  @Test
  void holderThatHasJustStartedIsNotDisplaced() {
    report("a", false);

    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.WAIT);
    pass(15);
    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);
  }

  @Test
  void holderThatWasSilentForTooLongMustEndAndNeverComesBack() {
    hold("a");
    pass(60);

    assertThat(report("a", true))
        .isEqualTo(
            decision(
                WorkerHealth.MUST_DIE,
                WorkerOrder.RESTART,
                "lost: it was silent for more than 60 s"));
    pass(3_600);
    assertThat(report("a", true).order()).isEqualTo(WorkerOrder.RESTART);
    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);
  }

  @Test
  void silenceInWhichNobodyCouldBeHeardIsNone() {
    hold("a");
    pass(3_600);
    watchedSince = now.minusSeconds(14);

    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.WAIT);
    assertThat(report("a", true).health()).isEqualTo(WorkerHealth.HEALTHY);
  }

  @Test
  void holderThatLeavesInOrderIsFollowedAtOnce() {
    hold("a");

    assertThat(decide(report("a", true, "", true)).order()).isEqualTo(WorkerOrder.NONE);
    assertThat(stored.orElseThrow().isForgettable()).isTrue();
    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);
    assertThat(stored.orElseThrow().gone()).isEmpty();
  }

  @Test
  void hostThatLeavesAPlaceThatItDoesNotHoldChangesNothing() {
    hold("a");
    pass(15);

    assertThat(decide(report("b", true, "", true)).write()).isEmpty();
    stored = Optional.empty();
    assertThat(decide(report("b", true, "", true)).write()).isEmpty();
  }

  @Test
  void placeOfAHostWithOtherCredentialsIsNeverTaken() {
    hold("a");
    pass(3_600);
    owner = "mail-workers";

    assertThat(report("b", false)).isEqualTo(OF_OTHERS);
    owner = "paint-workers";
    decide(report("a", true, "", true));
    owner = "mail-workers";
    assertThat(report("b", false)).isEqualTo(OF_OTHERS);
  }

  @Test
  @Tag("T8")
  void hostWithOtherCredentialsIsNotTakenForTheHolderWhateverInstanceItNames() {
    hold("former");
    pass(15);
    hold("a");
    owner = "mail-workers";

    for (var instance : List.of("a", "former")) {
      assertThat(report(instance, true)).isEqualTo(OF_OTHERS);
      assertThat(decide(report(instance, true, "the disk is full", false))).isEqualTo(OF_OTHERS);
      assertThat(decide(drained(instance))).isEqualTo(OF_OTHERS);
      var left = decide(report(instance, true, "", true));
      assertThat(left).isEqualTo(decision(WorkerHealth.MUST_DIE, WorkerOrder.NONE, ""));
    }
    pass(3_600);
    assertThat(report("a", true)).isEqualTo(OF_OTHERS);

    owner = "paint-workers";
    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);
    assertThat(report("former", true).reason()).isEqualTo("displaced by a");
  }

  @Test
  void placeOfAHostWithoutCredentialsOrOfARetiredOneIsTakenWithAny() {
    owner = "";
    hold("a");
    pass(15);
    owner = "paint-workers";
    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);

    stored = stored.map(place -> place.retired("retired", now));
    owner = "mail-workers";
    assertThat(report("c", false).order()).isEqualTo(WorkerOrder.NONE);
  }

  @Test
  void drainIsOfThePlaceUntilItIsTakenBack() {
    hold("a");
    stored = stored.map(place -> place.withDrain("by alice: kernel"));

    assertThat(report("a", true))
        .isEqualTo(decision(WorkerHealth.HEALTHY, WorkerOrder.DRAIN, "by alice: kernel"));
    decide(report("a", true, "", true));
    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.DRAIN);
    stored = stored.map(place -> place.withDrain(""));
    assertThat(report("b", true).order()).isEqualTo(WorkerOrder.NONE);
  }

  @Test
  void retiredHostMustEndAndItsPlaceIsFree() {
    hold("a");
    stored = stored.map(place -> place.withDrain("by alice").retired("retired by alice", now));

    assertThat(report("a", true))
        .isEqualTo(decision(WorkerHealth.MUST_DIE, WorkerOrder.EXIT, "retired by alice"));
    assertThat(report("b", false).order()).isEqualTo(WorkerOrder.NONE);
  }

  @Test
  void reportWithoutNewsIsRecordedOnceInAThirdOfTheFirstLimit() {
    hold("a");
    pass(4);
    assertThat(decide(report("a", true, "", false)).write()).isEmpty();
    pass(1);

    assertThat(decide(report("a", true, "", false)).write()).isPresent();
    assertThat(decide(report("a", true, "disk full", false)).write()).isPresent();
    assertThat(decide(drained("a")).write()).isPresent();
    assertThat(decide(drained("a")).write()).isEmpty();
  }

  @Test
  void sixteenFormerHoldersAreKnownForAWeek() {
    for (int i = 0; i < 20; i++) {
      report("host" + i, true);
      pass(15);
    }

    var gone = stored.orElseThrow().gone();
    assertThat(gone).hasSize(16);
    assertThat(gone.get(0).id()).isEqualTo("host18");
    pass(Duration.ofDays(8).toSeconds());
    report("last", true);
    assertThat(stored.orElseThrow().gone()).extracting(GoneInstance::id).containsExactly("host19");
  }

  private void hold(String instance) {
    report(instance, false);
    report(instance, true);
  }

  private void pass(long seconds) {
    now = now.plusSeconds(seconds);
  }

  private PlaceDecision report(String instance, boolean acknowledged) {
    var decision = decide(report(instance, acknowledged, "", false));
    return decision(decision.health(), decision.order(), decision.reason());
  }

  private PlaceDecision decide(PlaceReport report) {
    var decision = PlaceDecision.of(stored, report, now, watchedSince, TIMES);
    stored = decision.write().or(() -> stored);
    return decision;
  }

  private static PlaceDecision decision(WorkerHealth health, WorkerOrder order, String reason) {
    return new PlaceDecision(Optional.empty(), health, order, reason);
  }

  /** Returns the report of a host that has drained. */
  private PlaceReport drained(String instance) {
    var report = report(instance, true, "disk full", false);
    return new PlaceReport(
        report.place(),
        report.instance(),
        report.owner(),
        report.named(),
        report.acknowledged(),
        report.leaving(),
        true,
        report.checked(),
        report.failingCheck(),
        report.offers(),
        report.work());
  }

  private PlaceReport report(
      String instance, boolean acknowledged, String failingCheck, boolean leaving) {
    return new PlaceReport(
        PLACE,
        new WorkerInstance(instance, NOON, "host-" + instance, "1.0"),
        owner,
        true,
        acknowledged,
        leaving,
        false,
        true,
        failingCheck,
        List.of("gpu"),
        List.of(new LambdaWork(new LambdaName("paint"), 1, 4, 1, 0, 0, 0, 0, false, "")));
  }
}
