package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreLocality;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.release.PollFailedException;
import dev.atf.storeconsumer.release.PollSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which plans are checked, and in which order. */
final class PlanPollTest {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration SOONEST = Duration.ofMillis(50);

  private final ConsumerRig rig = new ConsumerRig();
  private final InMemoryPlans plans = new InMemoryPlans();
  private final List<String> looks = new ArrayList<>();
  private BiFunction<Plan, Instant, Supervision> answer =
      (plan, now) -> Supervision.of(plan, SOONEST);
  private final List<Boolean> lasted = new ArrayList<>();
  private Map<PlanId, Supervision> idle = Map.of();
  private final ConsumerRig.Consumer consumer = rig.consumer("a");
  private OwnedPlans owned = new OwnedPlans(consumer.directory, consumer.membership);
  private final PlanPoll poll = poll(consumer);

  @Test
  void aPlanIsLookedAtWhenItsAlarmHasRung() {
    put(plan("due").with(Bytes.EMPTY, rig.now()));
    put(plan("later").with(Bytes.EMPTY, rig.now().plusMillis(1)));
    put(plan("resting").with(Bytes.EMPTY, null));

    poll.turn();

    assertThat(looks).containsExactly("due");
  }

  @Test
  void anAlarmBetweenTwoRoundsIsFoundBeforeAndLookedAtWhenItRings() {
    var ahead = INTERVAL.dividedBy(2);
    put(plan("soon").with(Bytes.EMPTY, rig.now().plus(ahead)));

    var wait = poll.turn();

    assertThat(looks).isEmpty();
    assertThat(wait).isEqualTo(ahead);
    rig.clock.advance(wait);
    poll.turn();
    assertThat(looks).containsExactly("soon");
  }

  @Test
  void aPlanThatRingsAgainBeforeTheNextRoundIsLookedAtThen() {
    put(plan("fires").with(Bytes.EMPTY, rig.now()));
    var again = Duration.ofMillis(300);
    answer =
        (plan, now) -> {
          var next = plan.next(Bytes.EMPTY, now.plus(again));
          put(next);
          return Supervision.of(next, SOONEST);
        };

    for (int i = 1; i <= 5; i++) {
      assertThat(poll.turn()).isEqualTo(again);
      assertThat(looks).hasSize(i);
      rig.clock.advance(again);
    }
  }

  @Test
  void aRowThatWasJustWrittenIsLookedAtWithoutARound() {
    poll.turn();
    var job = plan("new").with(Bytes.EMPTY, rig.now());
    put(job);

    assertThat(owned.hints().add(PlanHint.ofRow(job).orElseThrow())).isTrue();
    poll.turn();

    assertThat(looks).containsExactly("new");
  }

  @Test
  void aRowThatRingsSoonIsLookedAtThen() {
    poll.turn();
    var ahead = INTERVAL.dividedBy(2);
    var job = plan("new").with(Bytes.EMPTY, rig.now().plus(ahead));
    put(job);

    assertThat(owned.hints().add(PlanHint.ofRow(job).orElseThrow())).isTrue();
    var wait = poll.turn();
    assertThat(looks).isEmpty();
    rig.clock.advance(wait);
    poll.turn();

    assertThat(wait).isEqualTo(ahead);
    assertThat(looks).containsExactly("new");
  }

  @Test
  void aPlanThatDoesNotChangeIsLookedAtMoreAndMoreRarely() {
    put(plan("waits").with(Bytes.EMPTY, rig.now()));

    var waits = new ArrayList<Duration>();
    for (int i = 0; i < 20; i++) {
      int before = looks.size();
      var begun = rig.now();
      while (looks.size() == before) {
        rig.clock.advance(poll.turn().plusMillis(1));
      }
      waits.add(Duration.between(begun, rig.now()));
    }

    assertThat(waits.get(0)).isBetween(SOONEST, SOONEST.multipliedBy(2));
    assertThat(waits.get(waits.size() - 1))
        .isBetween(Supervision.RAREST.minus(INTERVAL), Supervision.RAREST.plus(INTERVAL));
    assertThat(looks).containsOnly("waits");
  }

  @Test
  void changedAlarmIsPolledAtTheNextTurn() {
    var first = plan("job").with(Bytes.EMPTY, rig.now());
    put(first);
    checkRarely();
    int before = looks.size();
    var changed = first.next(Bytes.EMPTY, rig.now());
    put(changed);

    rig.clock.advance(INTERVAL);
    poll.turn();

    assertThat(looks).hasSize(before + 1);
  }

  @Test
  void aPlanThatWasWrittenAndIsStillDueIsLookedAtSoon() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    answer =
        (plan, now) -> {
          var next = plan.next(Bytes.EMPTY, plan.alarmAt());
          put(next);
          return Supervision.of(next, SOONEST);
        };

    var wait = poll.turn();

    assertThat(wait).isLessThanOrEqualTo(SOONEST);
    rig.clock.advance(SOONEST);
    poll.turn();
    assertThat(looks).hasSize(2);
  }

  @Test
  void aPlanWithALaterAlarmIsLeftAloneUntilThen() {
    put(plan("fires").with(Bytes.EMPTY, rig.now()));
    var nextAt = rig.now().plusSeconds(60);
    answer =
        (plan, now) -> {
          var next = plan.next(Bytes.EMPTY, nextAt);
          put(next);
          return Supervision.of(next, SOONEST);
        };

    poll.turn();
    rig.clock.advance(Duration.ofSeconds(59));
    poll.turn();
    assertThat(looks).hasSize(1);
    rig.clock.advance(INTERVAL);
    poll.turn();

    assertThat(looks).hasSize(2);
  }

  @Test
  void aLookThatFailsComesAgainAndKeepsNobodyElse() {
    put(plan("bad").with(Bytes.EMPTY, rig.now()));
    put(plan("good").with(Bytes.EMPTY, rig.now()));
    answer =
        (plan, now) -> {
          if (plan.name().equals("bad")) {
            throw new StoreUnavailableException("cut off", null);
          }
          return Supervision.over();
        };

    poll.turn();
    rig.clock.advance(INTERVAL);
    poll.turn();

    assertThat(looks.stream().filter("bad"::equals)).hasSize(2);
    assertThat(looks).contains("good");
    assertThat(consumer.count("atf.consumer.plan.failures")).isEqualTo(2);
  }

  @Test
  void aWallClockThatStandsStillOrIsSetBackKeepsNobodyWaiting() {
    put(plan("waits").with(Bytes.EMPTY, rig.now()));
    poll.turn();
    rig.clock.advance(SOONEST.plusMillis(1));
    rig.clock.jump(SOONEST.plusMillis(1).negated());

    poll.turn();

    assertThat(looks).hasSize(2);
  }

  @Test
  void retriesPlansWhoseWriteMayNotBeDurable() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    var near = poll(consumer, plans, new PlanPool(Pool.direct(), new UnsureStore()));

    near.turn();
    rig.clock.advance(INTERVAL);
    near.turn();

    assertThat(lasted).containsExactly(false, true);
    assertThat(looks).containsExactly("job", "job");
    assertThat(consumer.count("atf.consumer.plan.failures")).isEqualTo(1);
  }

  @Test
  void aPlanThatItsSupervisorKnowsToBeIdleIsNotRead() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    poll.turn();
    var known = plans.find(plan("job").id()).orElseThrow();
    idle = Map.of(known.id(), Supervision.of(known, SOONEST));

    checkRarely();
    assertThat(looks).hasSize(1);
    idle = Map.of();
    checkRarely();

    assertThat(looks).hasSizeGreaterThan(1);
  }

  @Test
  void aHintBringsTheLookForward() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    checkRarely();
    int before = looks.size();

    hint("job", 1);
    poll.turn();

    assertThat(looks).hasSize(before + 1);
  }

  @Test
  void aHintWakesTheLoop() {
    var wakes = new AtomicInteger();
    poll.whenEarlier(wakes::incrementAndGet);

    hint("job", 1);

    assertThat(wakes).hasValue(1);
  }

  @Test
  void aHintIsFollowedThoughAReadThatLagsShowsNothingToDo() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    poll.turn();
    var known = plans.find(plan("job").id()).orElseThrow();
    idle = Map.of(known.id(), Supervision.of(known, SOONEST));

    hint("job", 1);
    poll.turn();

    assertThat(looks).hasSize(2);
  }

  @Test
  void aPlanOfManyTasksIsLookedAtWhenAllAreSaidToHaveEnded() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    answer = (plan, now) -> Supervision.of(plan, Supervision.RAREST, 100);
    poll.turn();

    hint("job", 99);
    poll.turn();
    assertThat(looks).hasSize(1);
    hint("job", 1);
    poll.turn();

    assertThat(looks).hasSize(2);
  }

  @Test
  void aPlanOfManyTasksIsLookedAtSoonWhenHintsAreLost() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    answer = (plan, now) -> Supervision.of(plan, Supervision.RAREST, 100);
    poll.turn();

    hint("job", 1);
    var wait = poll.turn();
    assertThat(looks).hasSize(1);
    rig.clock.advance(wait);
    poll.turn();

    assertThat(wait).isEqualTo(Supervision.apart(100));
    assertThat(looks).hasSize(2);
  }

  @Test
  void hintsForNothingDoNotMakeLooksRarer() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    poll.turn();
    for (int i = 0; i < 100; i++) {
      hint("job", 1);
      poll.turn();
    }
    int before = looks.size();

    rig.clock.advance(SOONEST.multipliedBy(2));
    poll.turn();

    assertThat(looks).hasSize(before + 1);
  }

  @Test
  void hintsOfPlansThatAreNotLiveOrNotWatchedAreForgotten() {
    put(plan("resting").with(Bytes.EMPTY, null));
    put(plan("later").with(Bytes.EMPTY, rig.now().plusSeconds(60)));
    poll.turn();

    hint("resting", 1);
    hint("later", 1);
    hint("unknown", 1);
    poll.turn();

    assertThat(looks).isEmpty();
  }

  @Test
  void aHintOfAPlanThatMovedToAnotherConsumerIsForgotten() {
    put(plan("job").with(Bytes.EMPTY, rig.now()));
    poll.turn();
    for (int i = 0; !owned.lists(Set.of(PlanKind.JOB)).isEmpty(); i++) {
      rig.consumer("b" + i);
      consumer.learn();
    }
    rig.clock.advance(INTERVAL);
    poll.turn();
    int before = looks.size();

    hint("job", 1);
    poll.turn();

    assertThat(looks).hasSize(before);
  }

  @Test
  void oneOfTwoConsumersHandlesEachPlan() {
    for (int i = 0; i < 20; i++) {
      put(plan("p" + i).with(Bytes.EMPTY, rig.now()));
    }
    var other = rig.consumer("b");
    consumer.learn();

    poll.turn();
    poll(other).turn();

    assertThat(looks).doesNotHaveDuplicates().hasSize(20);
  }

  @Test
  @Tag("F12")
  void manyPlansOfOneLambdaDoNotKeepThoseOfAnotherWaiting() {
    var other = new LambdaName("other");
    rig.register(LambdaDefinition.withDefaults(other, rig.now()));
    consumer.learn();
    for (int i = 0; i < 10_000; i++) {
      put(plan("k" + i).with(Bytes.EMPTY, rig.now()));
    }
    // Behind all of them in the order of ids.
    var last =
        IntStream.range(0, 1_000_000)
            .mapToObj(i -> "fire" + i)
            .filter(name -> PlanId.of(PlanKind.JOB, other, name).value().startsWith("ffff"))
            .findFirst()
            .orElseThrow();
    var id = PlanId.of(PlanKind.JOB, other, last);
    put(Plan.fresh(id, PlanKind.JOB, other, last, 1, rig.now()).with(Bytes.EMPTY, rig.now()));

    poll(consumer, plans, new PlanPool(Pool.direct()), 1_000).turn();

    assertThat(looks).contains(last).hasSizeLessThan(10_000);
  }

  @Test
  void looksHaveTimeThoughReadingTheListsTookAllOfItsOwn() {
    put(plan("due").with(Bytes.EMPTY, rig.now()));
    var slow = new SlowPlans(plans, () -> rig.clock.advance(Duration.ofSeconds(5)));

    poll(consumer, slow).turn();

    assertThat(looks).containsExactly("due");
  }

  @Test
  void aTurnThatCanReadNothingFails() {
    assertThatThrownBy(() -> poll(consumer, new CutOffPlans()).turn())
        .isInstanceOf(PollFailedException.class);
  }

  private void hint(String job, int ended) {
    var hint = new PlanHint(plan(job).id(), PlanKind.JOB, ConsumerRig.LAMBDA, ended, null);
    assertThat(owned.hints().add(hint)).isTrue();
  }

  private void checkRarely() {
    for (int i = 0; i < 100; i++) {
      rig.clock.advance(poll.turn().plusMillis(1));
    }
  }

  private PlanPoll poll(ConsumerRig.Consumer of) {
    return poll(of, plans);
  }

  private PlanPoll poll(ConsumerRig.Consumer of, Plans store) {
    return poll(of, store, new PlanPool(Pool.direct()));
  }

  private PlanPoll poll(ConsumerRig.Consumer of, Plans store, PlanPool pool) {
    return poll(of, store, pool, 3);
  }

  private PlanPoll poll(ConsumerRig.Consumer of, Plans store, PlanPool pool, int pageSize) {
    var supervisor =
        new PlanSupervisor() {
          @Override
          public PlanKind kind() {
            return PlanKind.JOB;
          }

          @Override
          public Supervision check(Plan plan, Instant now) {
            looks.add(plan.name());
            return answer.apply(plan, now);
          }

          @Override
          public Map<PlanId, Supervision> idle(Collection<PlanId> checked, Instant now) {
            return idle;
          }

          @Override
          public void afterChecks(boolean lasting, Pool threads, Instant now) {
            lasted.add(lasting);
          }
        };
    owned = new OwnedPlans(of.directory, of.membership);
    return new PlanPoll(
        owned,
        store,
        Set.of(supervisor),
        new PollSettings(
            INTERVAL, INTERVAL, pageSize, Duration.ofSeconds(5), Duration.ofMillis(250)),
        pool,
        rig.clock,
        rig.clock,
        new PlanMetrics(of.metrics));
  }

  /** Local store whose disk fails once. */
  private static final class UnsureStore implements StoreLocality {
    private boolean failed;

    @Override
    public boolean isNear() {
      return true;
    }

    @Override
    public <T> T together(Supplier<T> work) {
      var result = work.get();
      if (!failed) {
        failed = true;
        throw new StoreOutcomeUnknownException("the disk is full", new IllegalStateException());
      }
      return result;
    }
  }

  private Plan plan(String name) {
    var id = PlanId.of(PlanKind.JOB, ConsumerRig.LAMBDA, name);
    return Plan.fresh(id, PlanKind.JOB, ConsumerRig.LAMBDA, name, rig.lambda().shards(), rig.now());
  }

  private void put(Plan plan) {
    assertThat(plans.put(plan)).isInstanceOf(PlanResult.Written.class);
  }
}
