package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.store.StoreLocality;
import dev.atf.store.awake.AwakeLambdas;
import dev.atf.store.awake.AwakeView;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.PlanPage.Mark;
import dev.atf.storeconsumer.release.ListPacing;
import dev.atf.storeconsumer.release.PollSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of live plans, short and long ones. */
final class PlanListReaderTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final PlanList LIST = PlanList.live(LAMBDA, PlanKind.ORDER, 0);
  private static final Duration ROUND = Duration.ofSeconds(2);
  private static final int PAGE = 2;
  private static final PollSettings POLL = new PollSettings(ROUND, ROUND, PAGE, ROUND, ROUND);

  /** Never read, so that all lambdas are awake. */
  private static final AwakeView AWAKE =
      new AwakeView(new AwakeLambdas(new InMemoryMemberRegistry()), StoreLocality.FAR);

  private static final int PART = PlanListReader.PAGES_MAX * PAGE;

  private final InMemoryPlans plans = new InMemoryPlans();
  private final PlanListReader reader =
      new PlanListReader(plans, PAGE, new ListPacing<>(AWAKE, POLL, PlanList::lambda));
  private Duration elapsed = Duration.ZERO;

  @Test
  void shortListIsReadWholeInEveryRound() {
    put("a", 1);
    put("b", 2);
    put("c", 3);

    assertThat(round()).hasSize(3);
    assertThat(round()).hasSize(3);
  }

  @Test
  void longListIsReadInBoundedPartsUntilAllIsKnown() {
    for (int i = 0; i < 3 * PART - 1; i++) {
      put("k" + i, i);
    }

    assertThat(round()).hasSize(PART);
    assertThat(round()).hasSize(PART);
    assertThat(round()).hasSize(PART - 1);
    assertThat(round()).isEmpty();
  }

  @Test
  void readsPlansAddedAtTheEndInTheNextRound() {
    longListThatIsKnown();

    put("fresh", 10_000);

    assertThat(round()).containsExactly(id("fresh"));
  }

  @Test
  void fullPassReadsPlansAddedBeforeTheCursor() {
    longListThatIsKnown();
    put("early", 3);
    var found = new ArrayList<PlanId>();

    for (var begun = elapsed; elapsed.minus(begun).compareTo(Duration.ofMinutes(2)) < 0; ) {
      var round = round();
      assertThat(round).hasSizeLessThanOrEqualTo(2 * PART);
      found.addAll(round);
    }

    assertThat(found).contains(id("early"));
  }

  @Test
  void listThatHasBecomeShortIsReadWholeAgain() {
    longListThatIsKnown();
    for (int i = 0; i < 3 * PART - 2; i++) {
      assertThat(plans.delete(plans.find(id("k" + i)).orElseThrow())).isTrue();
    }
    elapsed = elapsed.plus(PlanListReader.PASS_EVERY);

    round();

    assertThat(round()).containsExactly(id("k" + (3 * PART - 2)));
  }

  @Test
  void clockThatWasSetBackDoesNotHideTheList() {
    longListThatIsKnown();
    var marks = new ArrayList<Mark>();

    reader.read(LIST, NOW.plusMillis(1), NOW.plusMillis(1), elapsed, () -> false, marks);

    assertThat(marks).hasSize(2);
  }

  private void longListThatIsKnown() {
    for (int i = 0; i < 3 * PART - 1; i++) {
      put("k" + i, i);
    }
    while (!round().isEmpty()) {
      assertThat(elapsed).isLessThan(PlanListReader.PASS_EVERY);
    }
  }

  private List<PlanId> round() {
    var marks = new ArrayList<Mark>();
    reader.read(LIST, NOW.plusSeconds(60), NOW.plusSeconds(60), elapsed, () -> false, marks);
    elapsed = elapsed.plus(ROUND);
    return marks.stream().map(Mark::id).toList();
  }

  private void put(String name, int atMillis) {
    plans.put(
        Plan.fresh(id(name), PlanKind.ORDER, LAMBDA, name, 1, NOW)
            .with(Bytes.EMPTY, NOW.plusMillis(atMillis)));
  }

  private static PlanId id(String name) {
    return PlanId.of(PlanKind.ORDER, LAMBDA, name);
  }
}
